import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/**
 * The courses and teachers that students have saved. Each row contains either a course or a
 * teacher.
 */
export const savedItems = pgTable(
  "saved_items",
  {
    id: id("sav"),
    studentId: text()
      .notNull()
      .references(() => profiles.id),
    courseId: text().references(() => courses.id, { onDelete: "cascade" }),
    teacherId: text().references(() => profiles.id),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("saved_items_course").on(table.studentId, table.courseId),
    uniqueIndex("saved_items_teacher").on(table.studentId, table.teacherId),
    index("saved_items_course_id").on(table.courseId),
    index("saved_items_teacher_id").on(table.teacherId),
    check("saved_items_subject", sql`(${table.courseId} is null) <> (${table.teacherId} is null)`),
  ],
);
