import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/** Certificates with what they say, as it was when they were issued: later changes don't touch them. */
export const certificates = pgTable(
  "certificates",
  {
    id: id("ctf"),
    /** By which anybody can check it; not to be guessed. */
    code: text().notNull(),
    courseId: text()
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    studentId: text()
      .notNull()
      .references(() => profiles.id),
    studentName: text().notNull(),
    courseTitle: text().notNull(),
    teacherName: text().notNull(),
    classesAttended: integer().notNull(),
    classesHeld: integer().notNull(),
    minutes: integer().notNull(),
    quizzesPassed: integer().notNull(),
    issuedAt: createdAt(),
    revokedAt: instant(),
  },
  (table) => [
    uniqueIndex("certificates_code").on(table.code),
    uniqueIndex("certificates_once").on(table.courseId, table.studentId),
  ],
);
