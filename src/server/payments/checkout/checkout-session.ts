/** Reads the provider's checkout sessions and compares them with our payments. */
import type { Stripe } from "stripe";
import type { PaymentRows } from "../payment-rows.ts";
import { checkoutMetadata } from "./checkout-request.ts";

/** The ID of an object, expanded or not. */
function idOf(field: string | { id: string } | null | undefined): string | undefined {
  return typeof field === "object" ? field?.id : field;
}

function intentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined {
  const intent = session.payment_intent;
  return typeof intent === "object" && intent !== null ? intent : undefined;
}

/** The parts of a charge that we store. */
export interface SettledCharge {
  id: string;
  paymentIntentId: string;
  /** The ID of the payment in the teacher's own account. */
  destinationPaymentId: string | null;
  paidAt: Date;
  /** Whether the payment was refunded in full, regardless of who made the refund. */
  refunded: boolean;
  refundedCents: number;
}

/** The fields of a session that `chargeOf` needs expanded. */
export const chargeExpansion = ["payment_intent.latest_charge.transfer"];

/** The charge that paid for the session. Requires `chargeExpansion`. */
export function chargeOf(session: Stripe.Checkout.Session): SettledCharge | undefined {
  const intent = intentOf(session);
  const charge = intent?.latest_charge;
  if (!intent || typeof charge !== "object" || !charge?.paid) return undefined;
  const transfer = typeof charge.transfer === "object" ? charge.transfer : undefined;
  return {
    id: charge.id,
    paymentIntentId: intent.id,
    destinationPaymentId: idOf(transfer?.destination_payment) ?? null,
    paidAt: new Date(charge.created * 1000),
    refunded: charge.refunded,
    refundedCents: charge.amount_refunded,
  };
}

/**
 * The fields in which a session differs from the one that we created for this payment, for example
 * because it is forged or its amount, currency, seller or fee was changed. Empty for our own
 * session.
 */
export function findMismatches(
  session: Stripe.Checkout.Session,
  { payment, enrollment }: PaymentRows,
): string[] {
  const metadata = checkoutMetadata({
    paymentId: payment.id,
    enrollmentId: enrollment.id,
    courseId: enrollment.courseId,
    studentId: enrollment.studentId,
  });
  const intent = intentOf(session);
  const checks: Record<string, boolean> = {
    id: payment.sessionId === null || payment.sessionId === session.id,
    mode: session.mode === "payment",
    amount: session.amount_total === payment.amountCents,
    currency: session.currency === payment.currency,
    metadata: Object.entries(metadata).every(([name, id]) => session.metadata?.[name] === id),
    paymentAmount: !intent || intent.amount === payment.amountCents,
    paymentCurrency: !intent || intent.currency === payment.currency,
    destination:
      !intent || (idOf(intent.transfer_data?.destination) ?? null) === payment.destinationAccountId,
    fee:
      !intent ||
      payment.destinationAccountId === null ||
      (intent.application_fee_amount ?? 0) === payment.feeCents,
  };
  return Object.keys(checks).filter((name) => !checks[name]);
}
