import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { enrollmentStatuses } from "#lib/enrollments/enrollments.ts";
import { defaultRefundPolicy, refundPolicies } from "#lib/payments/refund-policy.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/**
 * Seats. A row is created as held while the course row is locked, and its status only moves
 * forward. The exceptions are a late payment, which takes its expired seat again if one is
 * available, and a student who has just left a free course and undoes it.
 * `held` and `enrolled` rows count toward the course's maxStudents.
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
    /** The price and the platform fee in cents, fixed when the seat is taken. */
    amountCents: integer().notNull(),
    feeCents: integer().notNull().default(0),
    /**
     * The price of the whole course and the number of its classes, if the student joined late and
     * paid only for those that were left (`soldClasses`). Null for everyone else.
     */
    fullCents: integer(),
    courseClasses: integer(),
    /** The course's refund policy when the seat was taken. */
    refundPolicy: text({ enum: refundPolicies }).notNull().default(defaultRefundPolicy),
    /**
     * The classes as they were scheduled when the seat was taken, for refunds and for detecting
     * that classes were removed: the start of the first one, the end of the last one, all starts,
     * the number of classes, and the minutes of all of them and of the longest one. Null and 0 if
     * there were none. There are fewer starts than classes if some classes were removed before
     * seats recorded starts.
     */
    soldStart: instant(),
    soldEnd: instant(),
    soldStarts: instant().array().notNull().default([]),
    soldClasses: integer().notNull().default(0),
    soldMinutes: integer().notNull().default(0),
    soldMaxMinutes: integer().notNull().default(0),
    /**
     * The end of the student's right to leave with a full refund because the teacher removed
     * classes.
     */
    refundableUntil: instant(),
    /** How many classes and minutes were missing when the student last got or lost this right. */
    refundableClasses: integer().notNull().default(0),
    refundableMinutes: integer().notNull().default(0),
    /** Whether the seat was imported, so that it may belong to a course that had already ended. */
    isImported: boolean().notNull().default(false),
    createdAt: createdAt(),
    /**
     * When the hold and its checkout expire. `expire-holds.ts` defines how long to wait for the
     * outcome.
     */
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
    check(
      "enrolments_late",
      sql`(${table.fullCents} is null) = (${table.courseClasses} is null) and ${table.fullCents} > ${table.amountCents} and ${table.courseClasses} > ${table.soldClasses}`,
    ),
    check("enrolments_fee", sql`${table.feeCents} between 0 and ${table.amountCents}`),
    check(
      "enrolments_enrolled_at",
      sql`${table.status} <> 'enrolled' or ${table.enrolledAt} is not null`,
    ),
    check("enrolments_hold", sql`${table.status} <> 'held' or ${table.holdExpiresAt} is not null`),
  ],
);
