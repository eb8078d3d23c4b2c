/** Compares the provider's charges with our payments. */
import { and, between, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { Context } from "../../context.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { settleCheckout } from "../checkout/settle.ts";
import type { Payment } from "../payment-rows.ts";
import type { Finding } from "./findings.ts";

const minute = 60 * 1000;

/** Newer charges may not be recorded yet. */
const settlingMs = 5 * minute;

/**
 * Compares all charges of the given number of days. Settles those that differ again, and returns
 * those that still differ.
 *
 * @throws Stripe's errors if the provider is unavailable.
 */
export async function compareCharges(context: Context, days: number): Promise<Finding[]> {
  const until = new Date(Date.now() - settlingMs);
  const since = new Date(until.getTime() - days * 24 * 60 * minute);
  const created = {
    gte: Math.floor(since.getTime() / 1000),
    lte: Math.floor(until.getTime() / 1000),
  };
  const findings: Finding[] = [];
  const seen = new Set<string>();
  let page: Stripe.Charge[] = [];
  const compare = async () => {
    findings.push(...(await comparePage(context, page)));
    page = [];
  };
  for await (const charge of context.stripe.charges.list({ created, limit: 100 })) {
    if (!charge.paid || !charge.metadata.paymentId) continue;
    seen.add(charge.id);
    page.push(charge);
    if (page.length === 100) await compare();
  }
  await compare();
  const recorded = await context.db
    .select({ id: payments.id, chargeId: payments.chargeId })
    .from(payments)
    .where(
      and(
        isNotNull(payments.chargeId),
        or(
          between(payments.paidAt, since, until),
          and(isNull(payments.paidAt), between(payments.createdAt, since, until)),
        ),
      ),
    );
  for (const { id, chargeId } of recorded) {
    if (chargeId && !seen.has(chargeId)) {
      const details = `The recorded charge is ${chargeId}.`;
      findings.push({ kind: "missing-charge", subjectId: id, details });
    }
  }
  return findings;
}

async function comparePage(context: Context, charges: Stripe.Charge[]): Promise<Finding[]> {
  if (charges.length === 0) return [];
  const ids = charges.map(({ metadata }) => metadata.paymentId ?? "");
  const rows = await context.db.select().from(payments).where(inArray(payments.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const findings: Finding[] = [];
  for (const charge of charges) {
    const payment = byId.get(charge.metadata.paymentId ?? "");
    if (findDifference(charge, payment) === undefined) continue;
    const now = payment && (await settleAgain(context, charge, payment));
    const kind = findDifference(charge, now);
    if (kind) findings.push({ kind, subjectId: charge.id, details: explain(charge, now) });
  }
  return findings;
}

function findDifference(
  charge: Stripe.Charge,
  payment: Payment | undefined,
): Finding["kind"] | undefined {
  if (!payment) return "unknown-charge";
  if (payment.chargeId === null) return "unrecorded-charge";
  if (payment.chargeId !== charge.id) return "second-charge";
  if (payment.status === "open" || payment.status === "expired") return "unrecorded-charge";
  if (payment.amountCents !== charge.amount) return "amount-differs";
  return payment.refundedCents === charge.amount_refunded ? undefined : "refund-differs";
}

/** Settles the checkout again and returns the updated payment. */
async function settleAgain(
  context: Context,
  { payment_intent }: Stripe.Charge,
  { id }: Payment,
): Promise<Payment | undefined> {
  const intent = typeof payment_intent === "object" ? payment_intent?.id : payment_intent;
  if (intent) {
    const { data } = await context.stripe.checkout.sessions.list({ payment_intent: intent });
    for (const session of data) await settleCheckout(context, session.id);
  }
  const [now] = await context.db.select().from(payments).where(eq(payments.id, id));
  return now;
}

function explain(charge: Stripe.Charge, payment: Payment | undefined): string {
  const provider = `Charge ${charge.id}: ${charge.amount} cents, of which ${charge.amount_refunded} refunded.`;
  if (!payment) return `${provider} It names the payment ${charge.metadata.paymentId}.`;
  const { id, status, amountCents, refundedCents, chargeId } = payment;
  return `${provider} Payment ${id} (${status}): ${amountCents} cents, of which ${refundedCents} refunded, charge ${chargeId ?? "not known"}.`;
}
