/** Adds the course and the student to transactions. */
import { eq, inArray, or, sql } from "drizzle-orm";
import type { EarningsEntry } from "#lib/earnings/earnings.responses.ts";
import { toDollars } from "#lib/payments/money.ts";
import { isEnrolled } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { receiptNumberOf } from "../payments/receipts/receipt-numbers.ts";
import { refundableCents } from "../payments/refunds/refundable.ts";
import type { Movement } from "./movements.ts";

/** The payments of these transactions, with their courses and students. */
async function readPayments(db: Db, movements: readonly Movement[]) {
  const ids = new Set<string>();
  const destinations = new Set<string>();
  for (const { payment } of movements) {
    if (payment && "id" in payment) ids.add(payment.id);
    else if (payment) destinations.add(payment.destinationPaymentId);
  }
  if (ids.size + destinations.size === 0) return [];
  return db
    .select({
      payment: payments,
      course: { _id: courses.id, title: courses.title },
      student: { _id: profiles.id, name: profiles.name },
      refundableCents,
      isEnrolled: sql<boolean>`${isEnrolled}`,
    })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
    .where(
      or(
        ids.size > 0 ? inArray(payments.id, [...ids]) : undefined,
        destinations.size > 0
          ? inArray(payments.destinationPaymentId, [...destinations])
          : undefined,
      ),
    );
}

type KnownPayment = Awaited<ReturnType<typeof readPayments>>[number];

/** Transactions as the API returns them. */
export async function toEntries(db: Db, movements: readonly Movement[]): Promise<EarningsEntry[]> {
  const found = await readPayments(db, movements);
  const known = new Map<string, KnownPayment>();
  for (const each of found) {
    known.set(each.payment.id, each);
    if (each.payment.destinationPaymentId) known.set(each.payment.destinationPaymentId, each);
  }
  return movements.map((movement) => toEntry(movement, known));
}

function toEntry(movement: Movement, known: Map<string, KnownPayment>): EarningsEntry {
  const { payment: name, kind } = movement;
  const about = name && known.get("id" in name ? name.id : name.destinationPaymentId);
  return {
    _id: movement.id,
    kind,
    at: movement.at.toISOString(),
    amount: toDollars(movement.amountCents),
    fee: toDollars(movement.feeCents),
    net: toDollars(movement.netCents),
    status: movement.status,
    receipt: about ? receiptNumberOf(about.payment) : null,
    course: about?.course ?? null,
    student: about?.student ?? null,
    refund: kind === "sale" && about ? toRefund(about) : null,
  };
}

function toRefund(about: KnownPayment): EarningsEntry["refund"] {
  const { payment, refundableCents } = about;
  return {
    enrollmentId: payment.enrollmentId,
    refundable: toDollars(refundableCents),
    isEnrolled: about.isEnrolled,
  };
}
