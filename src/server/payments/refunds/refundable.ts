/** How much of a payment can be refunded. */
import { and, eq, sql, sum } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { disputes } from "../../db/tables/disputes.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import { maxRefundTries } from "./rejected-refunds.ts";

/**
 * Whether a bank is deciding on a dispute, so that nothing can be refunded. An inquiry doesn't
 * count, because a refund is a valid response to it.
 */
export const isDisputed = sql<boolean>`exists (
  select 1 from ${disputes} where ${disputes.paymentId} = ${payments.id}
    and ${disputes.status} in ('open', 'review') and not ${disputes.isQuestion}
)`;

/**
 * Cents that are neither refunded, nor requested to be refunded, nor taken back by a bank. 0 for a
 * free seat.
 */
export const refundableCents = sql<number>`case
  when ${payments.status} = 'paid' and not ${isDisputed}
  then greatest(0, ${payments.amountCents} - ${payments.refundedCents} - coalesce((
    select sum(${refunds.amountCents}) from ${refunds}
    where ${refunds.paymentId} = ${payments.id} and ${refunds.status} = 'requested'
  ), 0) - coalesce((
    select sum(${disputes.amountCents}) from ${disputes}
    where ${disputes.paymentId} = ${payments.id} and ${disputes.status} = 'lost'
  ), 0))
  else 0 end`.mapWith(Number);

/** The refundable cents of one payment, and whether it is disputed. */
export async function readRefundable(
  db: Db,
  paymentId: string,
): Promise<{ leftCents: number; isDisputed: boolean }> {
  const [found] = await db
    .select({ leftCents: refundableCents, isDisputed })
    .from(payments)
    // With only one table, Drizzle omits the table names of columns, and the subqueries would
    // resolve the columns to their own tables.
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .where(eq(payments.id, paymentId));
  if (!found) throw new Error(`The payment ${paymentId} is missing`);
  return found;
}

/** Cents of a payment that banks have taken back permanently. */
export async function sumLost(db: Db, paymentId: string): Promise<number> {
  const [lost] = await db
    .select({ cents: sum(disputes.amountCents).mapWith(Number) })
    .from(disputes)
    .where(and(eq(disputes.paymentId, paymentId), eq(disputes.status, "lost")));
  return lost?.cents ?? 0;
}

/**
 * Whether the provider rejected the latest refund of a payment that isn't refunded, or has rejected the
 * requested one so often that a person has to act.
 */
export const isRefundRejected = sql<boolean>`coalesce((
  select ${payments.status} in ('paid', 'refunding') and (
    ${refunds.status} = 'failed'
    or (${refunds.status} = 'requested' and ${refunds.attempt} >= ${sql.raw(String(maxRefundTries))})
  )
  from ${refunds} where ${refunds.paymentId} = ${payments.id}
  order by ${refunds.createdAt} desc, ${refunds.id} desc limit 1
), false)`;

/** Whether a refund was requested that the provider hasn't made yet. */
export async function hasPendingRefund(db: Db, paymentId: string): Promise<boolean> {
  const isPending = and(eq(refunds.paymentId, paymentId), eq(refunds.status, "requested"));
  return (await db.$count(refunds, isPending)) > 0;
}

/** The cents that were paid, and those that were refunded or that banks have taken back. */
export async function readReturned(
  db: Db,
  paymentId: string,
): Promise<{ paidCents: number; returnedCents: number }> {
  const [payment] = await db
    .select({ paidCents: payments.amountCents, refundedCents: payments.refundedCents })
    .from(payments)
    .where(eq(payments.id, paymentId));
  if (!payment) throw new Error(`The payment ${paymentId} is missing`);
  const { paidCents, refundedCents } = payment;
  const returnedCents = refundedCents + (await sumLost(db, paymentId));
  return { paidCents, returnedCents: Math.min(paidCents, returnedCents) };
}
