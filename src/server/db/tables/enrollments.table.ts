import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { enrollmentStatuses } from "#lib/enrollments/enrollments.ts";
import { defaultRefundPolicy, refundPolicies } from "#lib/payments/refund-policy.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/**
 * Seats. A row is made held, with the course row locked, and moves forward only, except that a
 * payment which turns up late takes its expired seat again if it is still free. `held` and
 * `enrolled` rows count against the course's maxStudents.
 */
export const enrollments = pgTable(
  "enrolments",
  {
    id: id("enr"),
    courseId: text()
      .notNull()
      .references(() => courses.id),
    studentId: text()
      .notNull()
      .references(() => profiles.id),
    status: text({ enum: enrollmentStatuses }).notNull(),
    /** What the student pays, and the platform's share of it, in cents, fixed at the start. */
    amountCents: integer().notNull(),
    feeCents: integer().notNull().default(0),
    /** The course's rule for leaving, as it was when the seat was taken. */
    refundPolicy: text({ enum: refundPolicies }).notNull().default(defaultRefundPolicy),
    createdAt: createdAt(),
    /** End of a hold and of its checkout; `expire-holds.ts` says how long the outcome is waited for. */
    holdExpiresAt: instant(),
    enrolledAt: instant(),
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex("enrolments_one_seat")
      .on(table.courseId, table.studentId)
      .where(sql`${table.status} in ('held', 'enrolled')`),
    index("enrolments_course_id").on(table.courseId, table.status),
    index("enrolments_student_id").on(table.studentId, table.status),
    index("enrolments_holds").on(table.holdExpiresAt).where(sql`${table.status} = 'held'`),
    check("enrolments_amount", sql`${table.amountCents} = 0 or ${table.amountCents} >= 50`),
    check("enrolments_fee", sql`${table.feeCents} between 0 and ${table.amountCents}`),
    check(
      "enrolments_enrolled_at",
      sql`${table.status} <> 'enrolled' or ${table.enrolledAt} is not null`,
    ),
    check("enrolments_hold", sql`${table.status} <> 'held' or ${table.holdExpiresAt} is not null`),
  ],
);
