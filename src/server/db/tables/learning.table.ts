import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/** Certificates with their content at the time of issue. Later changes don't affect them. */
export const certificates = pgTable(
  "certificates",
  {
    id: id("ctf"),
    /** An unguessable code that lets anyone verify the certificate. */
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
