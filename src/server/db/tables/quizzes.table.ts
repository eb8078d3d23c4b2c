import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Question } from "#lib/quizzes/quizzes.responses.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/** Quizzes of courses. Their questions are in the latest version. */
export const quizzes = pgTable(
  "quizzes",
  {
    id: id("quz"),
    courseId: text()
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    title: text().notNull(),
    createdAt: createdAt(),
    /** When the teacher removed a quiz that students had taken. Their attempts are kept. */
    removedAt: instant(),
  },
  (table) => [index("quizzes_course_id").on(table.courseId, table.createdAt)],
);

/** The questions of a quiz at a point in time. A version that a student has answered never changes. */
export const quizVersions = pgTable(
  "quiz_versions",
  {
    id: id("quv"),
    quizId: text()
      .notNull()
      .references(() => quizzes.id, { onDelete: "cascade" }),
    number: smallint().notNull(),
    /** The percentage of correct answers needed to pass. */
    passMark: smallint().notNull(),
    questions: jsonb().$type<Question[]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("quiz_versions_number").on(table.quizId, table.number),
    check("quiz_versions_pass_mark", sql`${table.passMark} between 1 and 100`),
  ],
);

export const quizAttempts = pgTable(
  "quiz_attempts",
  {
    id: id("qat"),
    quizId: text()
      .notNull()
      .references(() => quizzes.id, { onDelete: "cascade" }),
    versionId: text()
      .notNull()
      .references(() => quizVersions.id, { onDelete: "cascade" }),
    studentId: text()
      .notNull()
      .references(() => profiles.id),
    /** The IDs of the selected options by question ID. */
    answers: jsonb().$type<Record<string, string[]>>().notNull(),
    rightCount: integer().notNull(),
    questionCount: integer().notNull(),
    passed: boolean().notNull(),
    submittedAt: createdAt(),
  },
  (table) => [
    index("quiz_attempts_student_id").on(table.studentId, table.quizId, table.submittedAt),
    index("quiz_attempts_quiz_id").on(table.quizId),
    index("quiz_attempts_version_id").on(table.versionId),
    check("quiz_attempts_right", sql`${table.rightCount} between 0 and ${table.questionCount}`),
  ],
);
