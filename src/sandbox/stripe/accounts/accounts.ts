import type { Stripe } from "stripe";
import type * as z from "zod/mini";
import type { StripeContext } from "../context.ts";
import type { Cause } from "../events.ts";
import { invalidParam } from "../http/errors.ts";
import { listPage, wholeList } from "../http/lists.ts";
import { newId, nowInSeconds } from "../ids.ts";
import { find } from "../store.ts";
import { checkAgreement, platformCountry } from "./account-agreement.ts";
import type { CreateAccount, listAccountsParams, updateAccountParams } from "./account-params.ts";
import {
  businessProfile,
  controller,
  requestedCapabilities,
  requirements,
  settings,
} from "./account-shape.ts";

/** Creates a connected account that hasn't completed onboarding. */
export function createAccount({ store }: StripeContext, input: CreateAccount): Stripe.Account {
  if (input.type && input.controller) {
    throw invalidParam("type", "You may only specify one of these parameters: type, controller.");
  }
  const country = input.country ?? platformCountry;
  const agreement = input.tos_acceptance?.service_agreement ?? "full";
  checkAgreement(country, agreement, input.capabilities);
  const id = newId("acct", 16);
  const due = ["external_account", "tos_acceptance.date", "tos_acceptance.ip"];
  const account: Stripe.Account = {
    id,
    object: "account",
    business_profile: businessProfile(input.business_profile),
    business_type: input.business_type ?? null,
    capabilities: requestedCapabilities(input.capabilities),
    charges_enabled: false,
    controller: controller(input),
    country,
    created: nowInSeconds(),
    default_currency: input.default_currency ?? "usd",
    details_submitted: false,
    email: input.email ?? null,
    external_accounts: wholeList([], `/v1/accounts/${id}/external_accounts`),
    future_requirements: requirements([]),
    metadata: input.metadata ?? {},
    payouts_enabled: false,
    requirements: requirements(due),
    settings: settings(input.settings?.payouts?.statement_descriptor),
    tos_acceptance: {
      date: null,
      ip: null,
      user_agent: null,
      ...(agreement === "recipient" && { service_agreement: agreement }),
    },
    type: input.type ?? "none",
  };
  return store.accounts.put(id, account);
}

export function updateAccount(
  { store, emit }: StripeContext,
  id: string,
  input: z.output<typeof updateAccountParams>,
  cause: Cause,
): Stripe.Account {
  const account = find(store.accounts, "account", id, "account");
  const { capabilities, business_profile, metadata: newMetadata, ...plain } = input;
  const changed: Stripe.Account = {
    ...account,
    ...plain,
    business_profile: { ...businessProfile(account.business_profile ?? {}), ...business_profile },
    capabilities: { ...requestedCapabilities(capabilities), ...account.capabilities },
    metadata: mergeMetadata(account.metadata, newMetadata),
  };
  emit({ type: "account.updated", object: changed, before: account, cause, account: id });
  return store.accounts.put(id, changed);
}

export function listAccounts({ store }: StripeContext, input: z.output<typeof listAccountsParams>) {
  return listPage(store.accounts.list(), input, "/v1/accounts");
}

/** Completes onboarding. Does nothing if it is already complete. */
export function finishOnboarding({ store, emit }: StripeContext, id: string): void {
  const account = find(store.accounts, "account", id, "account");
  if (account.details_submitted && account.payouts_enabled) return;
  const { service_agreement: agreement } = account.tos_acceptance ?? {};
  const capabilities = Object.fromEntries(
    Object.keys(account.capabilities ?? {}).map((name) => [name, "active"]),
  );
  const changed: Stripe.Account = {
    ...account,
    capabilities,
    // A recipient gets transfers, but can't charge anyone.
    charges_enabled: agreement !== "recipient",
    details_submitted: true,
    payouts_enabled: true,
    requirements: requirements([]),
    tos_acceptance: {
      ...account.tos_acceptance,
      date: nowInSeconds(),
      ip: "127.0.0.1",
      user_agent: null,
    },
  };
  store.accounts.put(id, changed);
  emit({ type: "account.updated", object: changed, before: account, account: id });
}

/** As at Stripe, a key with an empty value is deleted, and keys that aren't mentioned are kept. */
export function mergeMetadata(
  old: Record<string, string> = {},
  changes: Record<string, string> = {},
): Record<string, string> {
  const merged = Object.entries({ ...old, ...changes });
  return Object.fromEntries(merged.filter(([, value]) => value !== ""));
}
