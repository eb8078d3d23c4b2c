import type { Stripe } from "stripe";
import * as z from "zod/mini";
import { isConnected } from "../accounts/account-changes.ts";
import { cancelPaymentIntent } from "../balance/payment-intents.ts";
import type { StripeContext } from "../context.ts";
import { type Cause, noCall } from "../events.ts";
import { StripeError } from "../http/errors.ts";
import { listPage, wholeList } from "../http/lists.ts";
import { page, text } from "../http/params.ts";
import { newId, nowInSeconds } from "../ids.ts";
import { find, idOf } from "../store.ts";
import { makeLineItems } from "./line-items.ts";
import {
  checkAmount,
  checkCustomer,
  checkDestination,
  checkExpiry,
  checkFee,
  checkMode,
  MAX_SECONDS,
} from "./session-checks.ts";
import type { createSessionParams } from "./session-params.ts";

type Session = Stripe.Checkout.Session;
type CreateSession = z.output<typeof createSessionParams>;

export const listSessionsParams = z.strictObject({
  ...page,
  payment_intent: z.optional(text),
  status: z.optional(z.enum(["complete", "expired", "open"])),
  subscription: z.optional(text),
});

export function createSession(stripe: StripeContext, input: CreateSession): Session {
  const { baseUrl, store } = stripe;
  const created = nowInSeconds();
  const expiresAt = input.expires_at ?? created + MAX_SECONDS;
  checkExpiry(expiresAt, created);
  checkMode(input);
  checkCustomer(store, input);
  const isSubscription = input.mode === "subscription";
  const lineItems = makeLineItems(store, input);
  const currency = lineItems[0]?.currency ?? "usd";
  const trialDays = input.subscription_data?.trial_period_days ?? 0;
  const sum = lineItems.reduce((amount, item) => amount + item.amount_total, 0);
  const total = trialDays > 0 ? 0 : sum;
  if (!isSubscription) checkAmount(total, currency);
  const payment = input.payment_intent_data ?? {};
  const destination = payment.transfer_data?.destination ?? null;
  const fee = payment.application_fee_amount ?? null;
  if (destination !== null) checkDestination(findDestination(stripe, destination), destination);
  checkFee(fee, total, destination);

  const id = newId("cs_test", 58);
  store.plans.put(id, {
    lineItems,
    applicationFee: fee,
    destination,
    description: payment.description ?? null,
    onBehalfOf: payment.on_behalf_of ?? null,
    paymentMetadata: payment.metadata ?? {},
    receiptEmail: payment.receipt_email ?? null,
    ...(isSubscription && {
      subscription: {
        metadata: input.subscription_data?.metadata ?? {},
        description: input.subscription_data?.description ?? null,
        trialDays,
      },
    }),
  });
  return store.sessions.put(id, {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: input.billing_address_collection ?? null,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: input.customer ?? null,
    customer_account: null,
    customer_creation: isSubscription ? null : (input.customer_creation ?? "if_required"),
    customer_details: customerDetails(input.customer_email ?? null),
    customer_email: input.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: isSubscription
      ? null
      : {
          enabled: false,
          invoice_data: {
            account_tax_ids: null,
            custom_fields: null,
            description: null,
            footer: null,
            issuer: null,
            metadata: {},
            rendering_options: null,
          },
        },
    livemode: false,
    locale: input.locale ?? null,
    managed_payments: { enabled: false },
    metadata: input.metadata ?? {},
    mode: input.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection:
      input.payment_method_collection ?? (isSubscription ? "always" : "if_required"),
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: input.submit_type ?? null,
    subscription: null,
    success_url: input.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${baseUrl}/checkout/${id}`,
    wallet_options: null,
  });
}

function findDestination(stripe: StripeContext, id: string): Stripe.Account | undefined {
  return isConnected(stripe, id) ? stripe.store.accounts.get(id) : undefined;
}

/** The session in its current state. An overdue session expires when it is read. */
export function getSession(stripe: StripeContext, id: string): Session {
  const session = find(stripe.store.sessions, "checkout.session", id, "session");
  return isOverdue(session) ? closeExpired(stripe, session, noCall) : session;
}

export function listSessions(stripe: StripeContext, input: z.output<typeof listSessionsParams>) {
  expireOverdueSessions(stripe);
  const { payment_intent, status, subscription } = input;
  const where = {
    ...(payment_intent && { payment_intent }),
    ...(status && { status }),
    ...(subscription && { subscription }),
  };
  return listPage(stripe.store.sessions.list(where), input, "/v1/checkout/sessions");
}

export function listLineItems({ store }: StripeContext, id: string) {
  find(store.sessions, "checkout.session", id, "session");
  return wholeList(store.plans.get(id)?.lineItems ?? [], `/v1/checkout/sessions/${id}/line_items`);
}

/** Expires a session, which must be open. */
export function expireSession(stripe: StripeContext, id: string, cause: Cause): Session {
  const session = getSession(stripe, id);
  if (session.status !== "open") {
    throw new StripeError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      { param: "session" },
    );
  }
  return closeExpired(stripe, session, cause);
}

export function expireOverdueSessions(stripe: StripeContext): void {
  for (const session of stripe.store.sessions.list({ status: "open" })) {
    if (isOverdue(session)) closeExpired(stripe, session, noCall);
  }
}

/** The URL to which the payer returns, with Stripe's placeholder filled in. */
export function successUrl(session: Session): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

function isOverdue(session: Session): boolean {
  return session.status === "open" && session.expires_at <= nowInSeconds();
}

function closeExpired(stripe: StripeContext, session: Session, cause: Cause): Session {
  const paymentIntent = idOf(session.payment_intent);
  if (paymentIntent !== null) cancelPaymentIntent(stripe, paymentIntent, cause);
  const expired: Session = { ...session, status: "expired", url: null };
  stripe.emit({ type: "checkout.session.expired", object: expired, cause });
  return stripe.store.sessions.put(session.id, expired);
}

function customerDetails(email: string | null): Session["customer_details"] {
  if (email === null) return null;
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: "none",
    tax_ids: null,
  };
}
