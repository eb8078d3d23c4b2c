/** A student's learning data in an export. */
import { and, eq, getTableColumns } from "drizzle-orm";
import { toDollars } from "#lib/payments/money.ts";
import { attendanceCorrections } from "../../db/tables/classes.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { certificates } from "../../db/tables/learning.table.ts";
import { attendances, meetings } from "../../db/tables/meetings.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { quizAttempts } from "../../db/tables/quizzes.table.ts";
import { savedItems } from "../../db/tables/saved.table.ts";
import { waitingPlaces } from "../../db/tables/waiting-places.table.ts";
import { page, profileOf, type ReadAfter } from "./export-page.ts";

// The checkout request repeats other columns, and the payment account belongs to the teacher.
const {
  checkoutRequest: _r,
  checkoutUrl: _u,
  destinationAccountId: _a,
  destinationPaymentId: _p,
  ...paymentColumns
} = getTableColumns(payments);

export const learningLists = {
  enrollments: page(
    enrollments.id,
    ({ db }, actor, { after, order, batch }) =>
      db
        .select({ ...getTableColumns(enrollments), courseTitle: courses.title })
        .from(enrollments)
        .innerJoin(courses, eq(courses.id, enrollments.courseId))
        .where(and(eq(enrollments.studentId, profileOf(actor)), after))
        .orderBy(order)
        .limit(batch),
    ({ amountCents, feeCents: _fee, ...enrollment }) => ({
      ...enrollment,
      amount: toDollars(amountCents),
    }),
  ),
  payments: page(
    payments.id,
    ({ db }, actor, { after, order, batch }) =>
      db
        .select(paymentColumns)
        .from(payments)
        .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
        .where(and(eq(enrollments.studentId, profileOf(actor)), after))
        .orderBy(order)
        .limit(batch),
    ({ amountCents, feeCents: _fee, ...payment }) => ({
      ...payment,
      amount: toDollars(amountCents),
    }),
  ),
  waitingPlaces: page(waitingPlaces.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select()
      .from(waitingPlaces)
      .where(and(eq(waitingPlaces.studentId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  attendances: page(attendances.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        ...getTableColumns(attendances),
        topic: meetings.topic,
        courseId: meetings.courseId,
        startTime: meetings.startTime,
      })
      .from(attendances)
      .innerJoin(meetings, eq(meetings.id, attendances.meetingId))
      .where(and(eq(attendances.studentId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  attendanceCorrections: page(
    attendanceCorrections.classId,
    ({ db }, actor, { after, order, batch }) =>
      db
        .select({ ...getTableColumns(attendanceCorrections), id: attendanceCorrections.classId })
        .from(attendanceCorrections)
        .where(and(eq(attendanceCorrections.studentId, profileOf(actor)), after))
        .orderBy(order)
        .limit(batch),
  ),
  quizAttempts: page(quizAttempts.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select()
      .from(quizAttempts)
      .where(and(eq(quizAttempts.studentId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  savedItems: page(savedItems.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select()
      .from(savedItems)
      .where(and(eq(savedItems.studentId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  certificates: page(certificates.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select()
      .from(certificates)
      .where(and(eq(certificates.studentId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
} satisfies Record<string, ReadAfter>;
