/** Checks the keys, the account, the webhook endpoints and the plan's prices at Stripe. */
import Stripe from "stripe";
import type { Config } from "#server/config/config.ts";
import { createStripe } from "#server/providers/stripe/stripe.ts";
import { type Finding, good, notice, problem, reasonOf, unchecked } from "./finding.ts";

/** The events that each of the two endpoints must send. docs/operations.md lists them too. */
export const platformEvents = [
  "checkout.session.completed",
  "checkout.session.expired",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "refund.updated",
  "refund.failed",
  "customer.deleted",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "invoice.paid",
  "invoice.payment_failed",
] as const;
/** How long a delivery may take before it counts as failed. */
const deliveryGraceSeconds = 600;

export const connectEvents = [
  "account.updated",
  "account.application.deauthorized",
  "payout.failed",
] as const;

export async function checkStripe(
  { stripe: config, appUrl }: Pick<Config, "stripe" | "appUrl">,
  now: Date,
): Promise<Finding[]> {
  if (config.sandbox) {
    return [notice("The sandbox replaces Stripe. Set STRIPE_SECRET_KEY to take real payments.")];
  }
  const stripe = createStripe(config);
  try {
    const account = await stripe.accounts.retrieveCurrent();
    return [
      ...checkAccount(account, config.country),
      ...checkSigningSecrets(config),
      ...(await allowed("webhook endpoints", () => checkEndpoints(stripe, config, appUrl))),
      ...(await allowed("events", () => checkUndelivered(stripe, now))),
      ...(await allowed("prices", () => checkPrices(stripe, config.prices))),
    ];
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) {
      return [
        problem(
          "Stripe doesn't accept STRIPE_SECRET_KEY. Copy the secret key from the dashboard, under Developers, API keys.",
        ),
      ];
    }
    if (error instanceof Stripe.errors.StripeConnectionError) {
      return [problem(`Stripe doesn't respond at ${config.apiBase}: ${reasonOf(error)}`)];
    }
    throw error;
  }
}

/** Reports that a restricted key lacks a permission, instead of failing. */
async function allowed(what: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
    return [
      unchecked(`STRIPE_SECRET_KEY may not read ${what}. Allow it in the dashboard to check them.`),
    ];
  }
}

/** Stripe's own secrets can't be requested, but they all begin alike. */
function checkSigningSecrets({ webhookSecret, connectWebhookSecret }: Config["stripe"]): Finding[] {
  const secrets = {
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_CONNECT_WEBHOOK_SECRET: connectWebhookSecret,
  };
  return Object.entries(secrets)
    .filter(([, secret]) => secret !== undefined && !secret.startsWith("whsec_"))
    .map(([name]) =>
      problem(
        `${name} doesn't begin with whsec_. Copy the signing secret of the endpoint from the dashboard, under Developers, Webhooks.`,
      ),
    );
}

function checkAccount(account: Stripe.Account, configured: string): Finding[] {
  const { id, country, charges_enabled: charges, payouts_enabled: payouts } = account;
  return [
    good(`STRIPE_SECRET_KEY belongs to account ${id} in ${country}.`),
    ...(country === configured
      ? []
      : [
          problem(
            `STRIPE_COUNTRY is ${configured}, but the account is in ${country}. Set it to ${country}, because it decides in which countries teachers can be paid.`,
          ),
        ]),
    charges
      ? good("The account can take payments.")
      : problem(
          "The account can't take payments yet. Complete its activation in Stripe's dashboard.",
        ),
    payouts
      ? good("The account can be paid out.")
      : problem("The account can't be paid out yet. Add a bank account in Stripe's dashboard."),
  ];
}

async function checkEndpoints(
  stripe: Stripe,
  config: Config["stripe"],
  appUrl: string,
): Promise<Finding[]> {
  const url = `${appUrl}/api/webhooks/stripe`;
  const all: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) all.push(endpoint);
  const ours = all.filter((endpoint) => endpoint.url === url);
  const enabled = ours.filter(({ status }) => status === "enabled");
  const findings: Finding[] = [
    checkEvents(enabled, { url, name: "the platform's own events", events: platformEvents }),
    checkEvents(enabled, { url, name: "events of connected accounts", events: connectEvents }),
  ];
  for (const { id, status } of ours) {
    if (status === "enabled") continue;
    findings.push(notice(`The webhook endpoint ${id} is disabled. Enable or delete it.`));
  }
  if (enabled.length > 1 && !config.connectWebhookSecret) {
    findings.push(
      problem(
        "STRIPE_CONNECT_WEBHOOK_SECRET is missing. Without the signing secret of the second endpoint, its events are rejected.",
      ),
    );
  }
  if (enabled.length > 1 && config.connectWebhookSecret === config.webhookSecret) {
    findings.push(
      problem(
        "STRIPE_CONNECT_WEBHOOK_SECRET is the same as STRIPE_WEBHOOK_SECRET, but each endpoint has a signing secret of its own. Copy that of the second endpoint.",
      ),
    );
  }
  return findings;
}

function checkEvents(
  endpoints: readonly Stripe.WebhookEndpoint[],
  { url, name, events }: { url: string; name: string; events: readonly string[] },
): Finding {
  const sent = new Set(endpoints.flatMap((endpoint) => endpoint.enabled_events));
  const missing = sent.has("*") ? [] : events.filter((event) => !sent.has(event));
  if (missing.length === 0) return good(`A webhook endpoint sends ${name}.`);
  if (missing.length === events.length) {
    return problem(
      `No webhook endpoint at ${url} sends ${name}. Create it in the dashboard, under Developers, Webhooks, with: ${missing.join(", ")}.`,
    );
  }
  return problem(`The webhook endpoint for ${name} doesn't send: ${missing.join(", ")}.`);
}

/** Stripe repeats failed deliveries for days, so events that still wait show what is wrong. */
async function checkUndelivered(stripe: Stripe, now: Date): Promise<Finding[]> {
  const { data } = await stripe.events.list({ types: [...platformEvents], limit: 100 });
  const before = now.getTime() / 1_000 - deliveryGraceSeconds;
  const waiting = data.filter((event) => event.pending_webhooks > 0 && event.created < before);
  const [latest] = data;
  if (!latest) return [notice("Stripe has had no events to deliver in the last 30 days.")];
  if (waiting.length === 0) return [good("Stripe has delivered all of its latest events.")];
  return [
    problem(
      `Stripe couldn't deliver ${waiting.length} of its latest ${data.length} events. Look at the endpoint's deliveries in the dashboard: status 400 means that STRIPE_WEBHOOK_SECRET is not the signing secret of this endpoint.`,
    ),
  ];
}

async function checkPrices(stripe: Stripe, prices: Config["stripe"]["prices"]): Promise<Finding[]> {
  return Promise.all([
    checkPrice(stripe, { variable: "STRIPE_PRICE_MONTH", id: prices.month, interval: "month" }),
    checkPrice(stripe, { variable: "STRIPE_PRICE_YEAR", id: prices.year, interval: "year" }),
  ]);
}

async function checkPrice(
  stripe: Stripe,
  { variable, id, interval }: { variable: string; id: string; interval: "month" | "year" },
): Promise<Finding> {
  const price = await stripe.prices.retrieve(id).catch((error: unknown) => {
    const missing =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
    if (missing) return undefined;
    throw error;
  });
  if (!price) return problem(`${variable}: Stripe has no price ${id} for this key.`);
  const faults = [
    price.active ? "" : "it is archived",
    price.currency === "usd" ? "" : `its currency is ${price.currency} instead of usd`,
    price.recurring?.interval === interval && price.recurring.interval_count === 1
      ? ""
      : `it doesn't recur every ${interval}`,
  ].filter(Boolean);
  if (faults.length > 0)
    return problem(`${variable}: ${id} can't be used, because ${faults.join(", and ")}.`);
  const amount = (price.unit_amount ?? 0) / 100;
  return good(`The plan costs $${amount.toFixed(2)} a ${interval} (${id}).`);
}
