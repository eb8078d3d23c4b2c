/** Payments as staff see them. */
import { and, asc, desc, eq, gt, inArray, like, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { StaffPaymentRow } from "#lib/payments/staff-payments.responses.ts";
import type { StaffPaymentState, StaffPaymentsQuery } from "#lib/payments/staff-payments.ts";
import type { StaffTableData } from "#lib/staff/staff.responses.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { anywhere, readTablePage, readWholeTable } from "../staff/staff-table.ts";
import { disputeState } from "./disputes/dispute-state.ts";

const students = alias(profiles, "student");
const teachers = alias(profiles, "teacher");

/** Open and expired checkouts moved no money. */
const charged = ["paid", "refunding", "refunded"] as const;

const paidAt = sql<Date>`coalesce(${payments.paidAt}, ${payments.createdAt})`.mapWith(
  payments.createdAt,
);

export const listStaffPayments = (
  { db }: Context,
  query: StaffPaymentsQuery,
): Promise<StaffTableData<StaffPaymentRow>> => readTablePage(db, query, source(db, query), toRow);

export const exportStaffPayments = ({ db }: Context, query: StaffPaymentsQuery) =>
  readWholeTable(db, query, source(db, query), toRow);

const select = (db: Db, query: StaffPaymentsQuery) =>
  db
    .select({
      payment: payments,
      at: paidAt,
      course: courses.title,
      student: { userId: students.userId, name: students.name },
      teacher: { userId: teachers.userId, name: teachers.name },
      dispute: disputeState,
    })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(students, eq(students.id, enrollments.studentId))
    .innerJoin(teachers, eq(teachers.id, courses.teacherId))
    .where(matches(query))
    .$dynamic();

const source = (db: Db, query: StaffPaymentsQuery) => ({
  rows: select(db, query),
  sortable: { at: paidAt, amount: payments.amountCents, refunded: payments.refundedCents },
  order: desc(paidAt),
  key: payments.id,
  id: asc(payments.id),
});

type Read = Awaited<ReturnType<typeof select>>[number];

function toRow({ payment, at, dispute, course, ...people }: Read): StaffPaymentRow {
  return {
    _id: payment.id,
    at: at.toISOString(),
    course: payment.itemTitle ?? course,
    ...people,
    status: charged.find((status) => status === payment.status) ?? "paid",
    amountCents: payment.amountCents,
    feeCents: payment.feeCents,
    refundedCents: payment.refundedCents,
    receiptNumber: payment.receiptNumber,
    chargeId: payment.chargeId,
    dispute,
  };
}

function matches({ search, status }: StaffPaymentsQuery): SQL | undefined {
  const folded = search ? foldForSearch(search) : "";
  const byName = folded === "" ? "" : anywhere(folded);
  const found = search
    ? or(
        eq(payments.id, search),
        eq(payments.receiptNumber, search),
        eq(payments.chargeId, search),
        eq(students.userId, search),
        eq(teachers.userId, search),
        eq(courses.id, search),
        eq(enrollments.id, search),
        ...(byName === ""
          ? []
          : [
              like(courses.searchTitle, byName),
              like(students.searchName, byName),
              like(teachers.searchName, byName),
            ]),
      )
    : undefined;
  return and(inArray(payments.status, [...charged]), found, status && conditions[status]);
}

/** The states of the filter. They are those that the list shows. */
const conditions: Record<StaffPaymentState, SQL | undefined> = {
  paid: and(eq(payments.status, "paid"), eq(payments.refundedCents, 0)),
  partly: and(
    gt(payments.refundedCents, 0),
    or(eq(payments.status, "paid"), and(eq(payments.status, "refunded"), eq(disputeState, "lost"))),
  ),
  refunding: eq(payments.status, "refunding"),
  refunded: and(eq(payments.status, "refunded"), sql`${disputeState} is distinct from 'lost'`),
  disputed: inArray(disputeState, ["open", "inquiry"]),
  won: eq(disputeState, "won"),
  lost: eq(disputeState, "lost"),
};
