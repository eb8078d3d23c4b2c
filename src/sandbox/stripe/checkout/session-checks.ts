// The checks that Stripe makes when a session is created.
import type { Stripe } from "stripe";
import type * as z from "zod/mini";
import { findServiceAgreement } from "#lib/payments/payout-countries.ts";
import { platformCountry } from "../accounts/account-agreement.ts";
import { invalidParam, refusedParam } from "../http/errors.ts";
import type { StripeStore } from "../store.ts";
import type { createSessionParams } from "./session-params.ts";

type CreateSession = z.output<typeof createSessionParams>;

const SHORTEST_SECONDS = 30 * 60;
export const MAX_SECONDS = 24 * 60 * 60;
const SMALLEST_AMOUNT = 50;
const LARGEST_AMOUNT = 99_999_999;

export function checkExpiry(expiresAt: number, now: number): void {
  if (expiresAt < now + SHORTEST_SECONDS) {
    throw invalidParam(
      "expires_at",
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
    );
  }
  if (expiresAt > now + MAX_SECONDS) {
    throw invalidParam(
      "expires_at",
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
    );
  }
}

export function checkAmount(total: number, currency: string): void {
  if (total < SMALLEST_AMOUNT) {
    const least = `$0.${SMALLEST_AMOUNT} ${currency}`;
    throw invalidParam(
      "line_items",
      `The Checkout Session's total amount due must add up to at least ${least}`,
      "amount_too_small",
    );
  }
  if (total > LARGEST_AMOUNT) {
    throw invalidParam(
      "line_items",
      "The Checkout Session's total amount must be no more than $999,999.99",
      "amount_too_large",
    );
  }
}

export function checkDestination(account: Stripe.Account | undefined, id: string): void {
  const param = "payment_intent_data[transfer_data][destination]";
  if (!account) throw refusedParam(param, `No such destination: '${id}'`, "resource_missing");
  const isRecipient = account.tos_acceptance?.service_agreement === "recipient";
  const { country = "" } = account;
  // Destination charges to recipients in these countries aren't supported, whatever is enabled.
  if (findServiceAgreement(platformCountry, country) === "none") {
    throw refusedParam(
      param,
      `Stripe doesn't currently support application fees for platforms in ${platformCountry} with connected accounts in ${country}.`,
      "charge_invalid_parameter",
    );
  }
  if (!isRecipient && findServiceAgreement(platformCountry, country) !== "full") {
    throw refusedParam(
      param,
      `Funds can't be sent to accounts located in ${country} when the account is under the \`full\` service agreement. To learn more, see https://stripe.com/docs/connect/service-agreement-types.`,
    );
  }
  const isRestricted = !isRecipient && !account.charges_enabled;
  if (isRestricted || account.capabilities?.transfers !== "active") {
    throw refusedParam(
      param,
      "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
      "insufficient_capabilities_for_transfer",
    );
  }
}

export function checkFee(fee: number | null, total: number, destination: string | null): void {
  const param = "payment_intent_data[application_fee_amount]";
  if (fee === null) return;
  if (destination === null) {
    throw invalidParam(
      param,
      "Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).",
    );
  }
  if (fee < 1 || fee > total) {
    throw invalidParam(param, `The application fee must be between 1 and the total of ${total}.`);
  }
}

/** The parameters that Stripe accepts only in the other mode. */
const otherMode = {
  payment: ["subscription_data", "payment_method_collection"],
  subscription: ["payment_intent_data", "customer_creation", "submit_type"],
} as const;

export function checkMode(input: CreateSession): void {
  for (const param of otherMode[input.mode]) {
    if (input[param] === undefined) continue;
    throw invalidParam(param, `You can not pass \`${param}\` in \`${input.mode}\` mode.`);
  }
}

export function checkCustomer(store: StripeStore, input: CreateSession): void {
  if (input.customer === undefined) return;
  if (input.customer_email !== undefined) {
    throw invalidParam(
      "customer",
      "You may only specify one of these parameters: customer, customer_email.",
    );
  }
  if (store.customers.get(input.customer)) return;
  throw refusedParam("customer", `No such customer: '${input.customer}'`, "resource_missing");
}
