import type { Stripe } from "stripe";
import type { StripeContext } from "../context.ts";
import { wholeList } from "../http/lists.ts";
import { platformCountry } from "./account-agreement.ts";
import { findConnected } from "./account-changes.ts";
import { businessProfile, requirements, settings } from "./account-shape.ts";

/** The account that the key belongs to: the platform's own, or that in `Stripe-Account`. */
export function getCurrentAccount(stripe: StripeContext, connected: string): Stripe.Account {
  if (connected !== "") return findConnected(stripe, connected);
  const id = "acct_sandboxplatform";
  return {
    id,
    object: "account",
    business_profile: businessProfile({ name: "Halaqa" }),
    business_type: "company",
    capabilities: { card_payments: "active", transfers: "active" },
    charges_enabled: true,
    controller: { type: "account" },
    country: platformCountry,
    created: 0,
    default_currency: "usd",
    details_submitted: true,
    email: null,
    external_accounts: wholeList([], `/v1/accounts/${id}/external_accounts`),
    future_requirements: requirements([]),
    metadata: {},
    payouts_enabled: true,
    requirements: requirements([]),
    settings: settings(),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: "standard",
  };
}
