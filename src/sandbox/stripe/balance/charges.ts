import type { Stripe } from "stripe";
import { platformCountry } from "../accounts/account-agreement.ts";
import { newId, nowInSeconds } from "../ids.ts";
import type { SessionPlan } from "../store.ts";

export interface Card {
  last4: string;
  /** The message shown to the payer, or null if the card is accepted. */
  decline: string | null;
  /** What happens after the payment, as with Stripe's own test cards. */
  next?: "available" | "disputed" | "questioned";
  /** Where the card was issued. By default in the platform's country. */
  country?: string;
  /** Whether a card that is declined can be saved for later charges. */
  canBeSaved?: boolean;
}

/** Creates the charge of one attempt, without its transfer and fee, but doesn't store it. */
export function makeCharge(
  session: Pick<Stripe.Checkout.Session, "customer_email">,
  plan: SessionPlan,
  intent: Stripe.PaymentIntent,
  card: Card,
): Stripe.Charge {
  const paid = card.decline === null;
  return {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: plan.applicationFee,
    balance_transaction: null,
    billing_details: {
      address: emptyAddress(),
      email: session.customer_email,
      name: null,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: "HALAQA",
    captured: paid,
    created: nowInSeconds(),
    currency: intent.currency,
    customer: null,
    description: plan.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: paid ? null : "card_declined",
    failure_message: card.decline,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: plan.onBehalfOf,
    outcome: outcome(paid),
    paid,
    payment_intent: intent.id,
    payment_method: newId("pm"),
    payment_method_details: { type: "card", card: cardDetails(card, intent.amount) },
    receipt_email: plan.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? "succeeded" : "failed",
    transfer_data:
      plan.destination === null ? null : { amount: null, destination: plan.destination },
    transfer_group: null,
  };
}

function outcome(paid: boolean): Stripe.Charge.Outcome {
  return {
    advice_code: paid ? null : "try_again_later",
    network_advice_code: null,
    network_decline_code: null,
    network_status: paid ? "approved_by_network" : "declined_by_network",
    reason: paid ? null : "generic_decline",
    risk_level: "normal",
    risk_score: 1,
    seller_message: paid
      ? "Payment complete."
      : "The bank did not return any further details with this decline.",
    type: paid ? "authorized" : "issuer_declined",
  };
}

function cardDetails(card: Card, amount: number): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: card.decline === null ? amount : null,
    authorization_code: null,
    brand: "visa",
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: card.country ?? platformCountry,
    electronic_commerce_indicator: null,
    exp_month: 12,
    exp_year: new Date().getUTCFullYear() + 3,
    fingerprint: `sandbox${card.last4}`,
    funding: "credit",
    installments: null,
    last4: card.last4,
    mandate: null,
    network: "visa",
    network_token: { used: false },
    network_transaction_id: null,
    regulated_status: "unregulated",
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

function emptyAddress(): Stripe.Address {
  return { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
}
