import type { Stripe } from "stripe";
import * as z from "zod/mini";
import type { StripeContext } from "../context.ts";
import { StripeError } from "../http/errors.ts";
import { text, webAddress } from "../http/params.ts";
import { nowInSeconds } from "../ids.ts";
import { findConnected } from "./account-changes.ts";

const LIFETIME_SECONDS = 300;

export const createAccountLinkParams = z.strictObject({
  account: text,
  refresh_url: webAddress,
  return_url: webAddress,
  type: z.enum(["account_onboarding", "account_update"]),
  collect: z.optional(z.enum(["currently_due", "eventually_due"])),
  collection_options: z.optional(
    z.strictObject({
      fields: z.optional(z.enum(["currently_due", "eventually_due"])),
      future_requirements: z.optional(z.enum(["include", "omit"])),
    }),
  ),
});

/** The new link replaces the account's previous one. */
export function createAccountLink(
  stripe: StripeContext,
  input: z.output<typeof createAccountLinkParams>,
): Stripe.AccountLink {
  const { baseUrl, store } = stripe;
  const account = findConnected(stripe, input.account);
  const created = nowInSeconds();
  const link: Stripe.AccountLink = {
    object: "account_link",
    created,
    expires_at: created + LIFETIME_SECONDS,
    url: `${baseUrl}/onboarding/${account.id}`,
  };
  store.accountLinks.put(account.id, {
    link,
    refreshUrl: input.refresh_url,
    returnUrl: input.return_url,
    visited: false,
    used: false,
  });
  return link;
}

/** Creates a link to the account's own dashboard, for its owner. */
export function createLoginLink(stripe: StripeContext, id: string): Stripe.LoginLink {
  const account = findConnected(stripe, id);
  if (!account.details_submitted) {
    const message = "Cannot create a login link for an account that has not completed onboarding.";
    throw new StripeError(400, message);
  }
  return {
    object: "login_link",
    created: nowInSeconds(),
    url: `${stripe.baseUrl}/express/${id}`,
  };
}
