/** Records the refunds that the provider lists. */
import { and, desc, eq, inArray, or, sum } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import type { Payment, PaymentRows, Refund } from "../payment-rows.ts";
import { markRefunded } from "./mark-refunded.ts";
import { findPendingRefund, requestFullRefund } from "./refund-request.ts";
import { sumLost } from "./refundable.ts";
import { mailPartiallyRefunded } from "./refunds.mails.ts";
import { maxRefundTries, reportRejection, returnToPaid } from "./rejected-refunds.ts";

/**
 * All refunds of a charge, oldest first.
 * @throws Stripe's errors.
 */
export async function listRefunds(context: Context, charge: string): Promise<Stripe.Refund[]> {
  const listed: Stripe.Refund[] = [];
  for await (const refund of context.stripe.refunds.list({ charge, limit: 100 })) {
    listed.unshift(refund);
  }
  return listed;
}

/**
 * Records the refunds of one payment: each once, regardless of who made them and in which order
 * they arrive. Once everything is refunded, the enrollment ends. The rows must be locked.
 */
export async function recordRefunds(
  context: Context,
  tx: Db,
  rows: PaymentRows,
  listed: readonly Stripe.Refund[],
): Promise<void> {
  const newRefunds = await recordNew(context, tx, rows.payment.id, listed);
  const [total] = await tx
    .select({ cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, rows.payment.id), eq(refunds.status, "made")));
  const refundedCents = Math.min(total?.cents ?? 0, rows.payment.amountCents);
  const [payment] = await tx
    .update(payments)
    .set({ refundedCents })
    .where(eq(payments.id, rows.payment.id))
    .returning();
  if (!payment) throw new Error(`The payment ${rows.payment.id} is missing`);
  if (refundedCents + (await sumLost(tx, payment.id)) >= payment.amountCents) {
    const returnedCents = refundedCents - rows.payment.refundedCents;
    await markRefunded(context, tx, { ...rows, payment }, { returnedCents });
  } else if (payment.status !== "refunded") {
    for (const refund of newRefunds)
      await mailPartiallyRefunded(context, tx, { ...rows, payment }, refund);
    await retryFullRefund(context, tx, payment);
  }
}

/**
 * Handles a failed full refund: a teacher's request is discarded, and a refund to which the student
 * is entitled is requested again. If the provider keeps rejecting it, a person has to act: one that staff
 * requested is dropped, so that they decide again in a case.
 */
async function retryFullRefund(context: Context, tx: Db, payment: Payment): Promise<void> {
  const { id, refundReason } = payment;
  if (payment.status !== "refunding" || (await findPendingRefund(tx, id))) return;
  const isClaim = refundReason !== null && refundReason !== "teacher";
  const [last, ...earlier] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), eq(refunds.isWhole, true)))
    .orderBy(desc(refunds.createdAt));
  const isOver = isClaim && earlier.length + 1 >= maxRefundTries;
  if (isOver && refundReason !== "staff") return;
  const paid = await returnToPaid(tx, id);
  if (isOver) return reportRejection(context, tx, id, last?.failure ?? "unknown");
  if (paid && isClaim) {
    await requestFullRefund(tx, paid, refundReason, {
      note: last?.note ?? undefined,
      teacherKeepsShare: last?.teacherKeepsShare,
    });
  }
}

/** Stores the listed refunds that aren't recorded yet. @returns those that were made. */
async function recordNew(
  context: Context,
  tx: Db,
  paymentId: string,
  listed: readonly Stripe.Refund[],
): Promise<Refund[]> {
  const { byProvider, requested } = await findKnown(tx, paymentId, listed);
  const made: Refund[] = [];
  const added: (typeof refunds.$inferInsert)[] = [];
  for (const refund of listed) {
    const ourId = refund.metadata?.refundId ?? "";
    const known = byProvider.get(refund.id) ?? requested.get(ourId);
    if (refund.status === "failed" || refund.status === "canceled") {
      if (known?.status === "failed") continue;
      await recordFailed(context, tx, paymentId, refund, known);
      if (known) requested.set(known.id, { ...known, status: "failed" });
    } else if (!known) {
      added.push(toRow(paymentId, refund));
    } else if (known.status !== "made") {
      made.push(await recordMade(tx, known, refund));
      requested.delete(ourId);
    }
  }
  if (added.length > 0) made.push(...(await tx.insert(refunds).values(added).returning()));
  return made;
}

async function recordFailed(
  context: Context,
  tx: Db,
  paymentId: string,
  refund: Stripe.Refund,
  known: Refund | undefined,
): Promise<void> {
  context.log.error(
    { refundId: refund.id, paymentId, reason: refund.failure_reason },
    "A refund failed at the provider: pay the student back by other means",
  );
  await tx
    .insert(refunds)
    .values({ ...toRow(paymentId, refund), ...(known && { id: known.id }), status: "failed" })
    .onConflictDoUpdate({
      target: refunds.id,
      set: { status: "failed", failure: refund.failure_reason ?? "The refund was canceled." },
    });
}

async function recordMade(tx: Db, known: Refund, refund: Stripe.Refund): Promise<Refund> {
  const [made] = await tx
    .update(refunds)
    .set({
      status: "made",
      amountCents: refund.amount,
      providerRefundId: refund.id,
      isPlatforms: isPlatforms(refund),
      madeAt: new Date(refund.created * 1000),
      failure: null,
    })
    .where(eq(refunds.id, known.id))
    .returning();
  if (!made) throw new Error(`The refund ${known.id} is missing`);
  return made;
}

function toRow(paymentId: string, refund: Stripe.Refund): typeof refunds.$inferInsert {
  return {
    paymentId,
    status: "made",
    amountCents: refund.amount,
    isWhole: false,
    reason: "provider",
    providerRefundId: refund.id,
    isPlatforms: isPlatforms(refund),
    madeAt: new Date(refund.created * 1000),
  };
}

/**
 * Whether the platform paid for the refund, so that nothing was taken from the teacher's account.
 */
function isPlatforms({ transfer_reversal }: Stripe.Refund): boolean {
  return transfer_reversal === null || transfer_reversal === undefined;
}

interface KnownRefunds {
  /** By the provider's ID. */
  byProvider: Map<string, Refund>;
  /** Our own requests without a refund at the provider, by our ID. */
  requested: Map<string, Refund>;
}

/** Finds the recorded ones of all listed refunds in one query. */
async function findKnown(
  tx: Db,
  paymentId: string,
  listed: readonly Stripe.Refund[],
): Promise<KnownRefunds> {
  const providerIds = listed.map(({ id }) => id);
  const ourIds = listed.flatMap(({ metadata }) => metadata?.refundId ?? []);
  const known = await tx
    .select()
    .from(refunds)
    .where(
      or(
        inArray(refunds.providerRefundId, providerIds),
        and(eq(refunds.paymentId, paymentId), inArray(refunds.id, ourIds)),
      ),
    );
  return {
    byProvider: new Map(known.map((row) => [row.providerRefundId ?? "", row])),
    requested: new Map(
      known.filter((row) => row.providerRefundId === null).map((row) => [row.id, row]),
    ),
  };
}
