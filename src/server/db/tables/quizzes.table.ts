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
import type { Question } from "#lib/quizzes/quizzes.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/** Quizzes of courses. What they ask stands in their newest version. */
export const quizzes = pgTable(
  "quizzes",
  {
    id: id("quz"),
    courseId: text()
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    title: text().notNull(),
    createdAt: createdAt(),
    /** Set when the teacher took it away although students had taken it: their attempts stay. */
    removedAt: instant(),
  },
  (table) => [index("quizzes_course_id").on(table.courseId, table.createdAt)],
);

/** What a quiz asked at a time. A version that somebody has answered is never changed. */
export const quizVersions = pgTable(
  "quiz_versions",
  {
    id: id("quv"),
    quizId: text()
      .notNull()
      .references(() => quizzes.id, { onDelete: "cascade" }),
    number: smallint().notNull(),
    /** Share of right answers, in percent, from which an attempt passes. */
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
    /** Ids of the chosen options by the question's id. */
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
