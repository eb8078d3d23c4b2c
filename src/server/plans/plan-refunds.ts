/** Refunds payments for which nothing was delivered. */
import { and, asc, eq, exists, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { planInvoices, planSubscriptions } from "../db/tables/plans.table.ts";
import { isAlreadyRefunded, isRefusal, isReplayedFailure } from "../providers/stripe/failures.ts";
import { type InvoiceFacts, type InvoiceRow, readPayment } from "./subscription-facts.ts";

/**
 * Whether a new payment was made after the account was deleted, or after the subscription ended,
 * because its unpaid invoices can still be paid then. The provider's times are in whole seconds, so
 * a payment within the second of the deletion counts as later, unless it was already recorded.
 */
export function isPaidForNothing(
  { invoice }: InvoiceFacts,
  recorded: Pick<InvoiceRow, "status"> | undefined,
  { deletedAt, endedAt }: { deletedAt: Date | null; endedAt: Date | null },
): boolean {
  const { status, amountCents, paidAt } = invoice;
  if (status !== "paid" || amountCents === 0 || recorded?.status === "paid") return false;
  if (endedAt && paidAt && paidAt > endedAt) return true;
  return deletedAt !== null && (!paidAt || paidAt.getTime() + 1000 > deletedAt.getTime());
}

/** Whether the provider hasn't made the refund yet. */
const isMissingRefund: SQL | undefined = and(
  isNotNull(planInvoices.refundAttempt),
  lt(planInvoices.refundedCents, planInvoices.amountCents),
);

/** The subscriptions whose payments wait for a refund, the least recently read first. */
export function findUnrefunded({ db }: Context, readBefore: Date, limit: number) {
  const { id, askedAt } = planSubscriptions;
  const unrefunded = db
    .select({ id: sql`1` })
    .from(planInvoices)
    .where(and(eq(planInvoices.subscriptionId, id), isMissingRefund));
  return db
    .select({ id })
    .from(planSubscriptions)
    .where(and(lt(askedAt, readBefore), exists(unrefunded)))
    .orderBy(asc(askedAt))
    .limit(limit);
}

/**
 * Makes the due refunds of a subscription's payments.
 * @returns the IDs of their invoices.
 * @throws Stripe's errors.
 */
export async function refundDuePayments(
  context: Context,
  subscriptionId: string,
): Promise<string[]> {
  const due = await context.db
    .select()
    .from(planInvoices)
    .where(and(eq(planInvoices.subscriptionId, subscriptionId), isMissingRefund));
  for (const invoice of due) await refundInvoice(context, invoice);
  return due.map(({ id }) => id);
}

async function refundInvoice(context: Context, invoice: InvoiceRow): Promise<void> {
  const { id, amountCents } = invoice;
  const payment = await readPayment(context.stripe, { id, amount_due: amountCents });
  // The payer's bank returns the money of a lost dispute.
  if (payment.dispute === "lost") await setAttempt(context, invoice, null);
  if (payment.dispute === "lost" || payment.dispute === "open") return;
  if (payment.paymentIntentId) await refundPayment(context, invoice, payment.paymentIntentId);
}

/**
 * The idempotency key contains the number of the attempt, which increases after a rejection,
 * because the provider repeats its response to the same key for a day.
 */
async function refundPayment(
  context: Context,
  invoice: InvoiceRow,
  paymentIntent: string,
): Promise<void> {
  const attempt = invoice.refundAttempt ?? 0;
  const suffix = attempt === 0 ? "" : `-${attempt}`;
  try {
    await context.stripe.refunds.create(
      { payment_intent: paymentIntent },
      { idempotencyKey: `plan-refund-${paymentIntent}${suffix}` },
    );
  } catch (error) {
    if (isAlreadyRefunded(error)) return;
    if (isRefusal(error) || isReplayedFailure(error)) {
      context.log.error({ err: error, paymentIntent }, "A plan wasn't refunded");
      await setAttempt(context, invoice, attempt + 1);
    }
    throw error;
  }
}

async function setAttempt(
  { db }: Context,
  { id, refundAttempt }: InvoiceRow,
  next: number | null,
): Promise<void> {
  const before = refundAttempt ?? 0;
  await db
    .update(planInvoices)
    .set({ refundAttempt: next })
    .where(and(eq(planInvoices.id, id), eq(planInvoices.refundAttempt, before)));
}
