import type { Stripe } from "stripe";
import * as z from "zod/mini";
import type { StripeContext } from "./endpoint.ts";
import { invalidParam } from "./errors.ts";
import { type Cause, noCall } from "./events.ts";
import { newId, nowInSeconds } from "./ids.ts";
import { listPage, wholeList } from "./lists.ts";
import { boolean, currency, metadata, page, text } from "./params.ts";
import { find } from "./store.ts";

const capability = z.optional(z.strictObject({ requested: z.optional(boolean) }));

const changeable = {
  business_profile: z.optional(
    z.strictObject({
      mcc: z.optional(text),
      name: z.optional(text),
      product_description: z.optional(text),
      support_email: z.optional(text),
      support_phone: z.optional(text),
      support_url: z.optional(text),
      url: z.optional(text),
    }),
  ),
  business_type: z.optional(z.enum(["company", "government_entity", "individual", "non_profit"])),
  capabilities: z.optional(z.strictObject({ card_payments: capability, transfers: capability })),
  default_currency: z.optional(currency),
  email: z.optional(text),
  metadata: z.optional(metadata),
};

export const createAccountParams = z.strictObject({
  ...changeable,
  country: z.optional(text),
  controller: z.optional(
    z.strictObject({
      fees: z.optional(z.strictObject({ payer: z.optional(z.enum(["account", "application"])) })),
      losses: z.optional(
        z.strictObject({ payments: z.optional(z.enum(["application", "stripe"])) }),
      ),
      requirement_collection: z.optional(z.enum(["application", "stripe"])),
      stripe_dashboard: z.optional(
        z.strictObject({ type: z.optional(z.enum(["express", "full", "none"])) }),
      ),
    }),
  ),
  type: z.optional(z.enum(["custom", "express", "standard"])),
});
export const updateAccountParams = z.strictObject(changeable);
export const listAccountsParams = z.strictObject(page);

type CreateAccount = z.output<typeof createAccountParams>;

/** A connected account that has still to go through onboarding. */
export function createAccount(
  { store, emit }: StripeContext,
  input: CreateAccount,
  cause: Cause,
): Stripe.Account {
  if (input.type && input.controller) {
    throw invalidParam("type", "You may only specify one of these parameters: type, controller.");
  }
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
    country: input.country ?? "US",
    created: nowInSeconds(),
    default_currency: input.default_currency ?? "usd",
    details_submitted: false,
    email: input.email ?? null,
    external_accounts: wholeList([], `/v1/accounts/${id}/external_accounts`),
    future_requirements: requirements([]),
    metadata: input.metadata ?? {},
    payouts_enabled: false,
    requirements: requirements(due),
    settings: settings(),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: input.type ?? "none",
  };
  emit({ type: "account.updated", object: account, previous: {}, cause, account: id });
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
  emit({ type: "account.updated", object: changed, previous: {}, cause, account: id });
  return store.accounts.put(id, changed);
}

export function listAccounts({ store }: StripeContext, input: z.output<typeof listAccountsParams>) {
  return listPage(store.accounts.list(), input, "/v1/accounts");
}

/** What a person's answers in the onboarding lead to; nothing when it was finished before. */
export function finishOnboarding({ store, emit }: StripeContext, id: string): void {
  const account = find(store.accounts, "account", id, "account");
  if (account.details_submitted) return;
  const capabilities = Object.fromEntries(
    Object.keys(account.capabilities ?? {}).map((name) => [name, "active"]),
  );
  const { charges_enabled, details_submitted, payouts_enabled, requirements: old } = account;
  const changed: Stripe.Account = {
    ...account,
    capabilities,
    charges_enabled: true,
    details_submitted: true,
    payouts_enabled: true,
    requirements: requirements([]),
    tos_acceptance: { date: nowInSeconds(), ip: "127.0.0.1", user_agent: null },
  };
  store.accounts.put(id, changed);
  const previous = { charges_enabled, details_submitted, payouts_enabled, requirements: old };
  emit({ type: "account.updated", object: changed, previous, cause: noCall, account: id });
}

/** Stripe drops a key whose new value is empty and keeps the keys that aren't named. */
export function mergeMetadata(
  old: Record<string, string> = {},
  changes: Record<string, string> = {},
): Record<string, string> {
  const merged = Object.entries({ ...old, ...changes });
  return Object.fromEntries(merged.filter(([, value]) => value !== ""));
}

function businessProfile(
  given: Partial<Stripe.Account.BusinessProfile> = {},
): Stripe.Account.BusinessProfile {
  return {
    mcc: null,
    minority_owned_business_designation: null,
    name: null,
    product_description: null,
    specified_commercial_transactions_act_url: null,
    support_address: null,
    support_email: null,
    support_phone: null,
    support_url: null,
    url: null,
    ...given,
  };
}

function requestedCapabilities(
  given: CreateAccount["capabilities"] = {},
): Stripe.Account.Capabilities {
  const requested = Object.entries(given).filter(([, each]) => each?.requested);
  return Object.fromEntries(requested.map(([name]) => [name, "inactive"]));
}

function controller(input: CreateAccount): Stripe.Account.Controller {
  const given = input.controller ?? {};
  const dashboard = input.type === "custom" ? "none" : (input.type ?? "full");
  return {
    type: "application",
    is_controller: true,
    fees: { payer: given.fees?.payer ?? "account" },
    losses: { payments: given.losses?.payments ?? "stripe" },
    requirement_collection: given.requirement_collection ?? "stripe",
    stripe_dashboard: {
      type: given.stripe_dashboard?.type ?? (dashboard === "standard" ? "full" : dashboard),
    },
  };
}

function requirements(due: string[]): Stripe.Account.Requirements {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: due.length > 0 ? "requirements.past_due" : null,
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: [],
  };
}

function settings(): Stripe.Account.Settings {
  return {
    bacs_debit_payments: { display_name: null, service_user_number: null },
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_issuing: { tos_acceptance: { date: null, ip: null } },
    card_payments: {
      decline_on: { avs_failure: false, cvc_failure: false },
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: null, timezone: "Etc/UTC" },
    invoices: { default_account_tax_ids: null, hosted_payment_method_save: null },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    payouts: {
      debit_negative_balances: true,
      schedule: { delay_days: 2, interval: "daily" },
      statement_descriptor: null,
    },
    sepa_debit_payments: {},
  };
}
