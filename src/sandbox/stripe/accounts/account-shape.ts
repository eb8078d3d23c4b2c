// The parts of an account object.
import type { Stripe } from "stripe";
import type { CreateAccount } from "./account-params.ts";

export function businessProfile(
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

export function requestedCapabilities(
  given: CreateAccount["capabilities"] = {},
): Stripe.Account.Capabilities {
  const requested = Object.entries(given).filter(([, each]) => each?.requested);
  return Object.fromEntries(requested.map(([name]) => [name, "inactive"]));
}

export function controller(input: CreateAccount): Stripe.Account.Controller {
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

export function requirements(due: string[]): Stripe.Account.Requirements {
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

export function settings(payoutDescriptor: string | null = null): Stripe.Account.Settings {
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
      statement_descriptor: payoutDescriptor,
    },
    sepa_debit_payments: {},
  };
}
