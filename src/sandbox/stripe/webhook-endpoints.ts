// The addresses to which the platform's account sends events. Deliveries always go to the site that
// the sandbox belongs to.
import type { Stripe } from "stripe";
import * as z from "zod/mini";
import { listPage } from "./http/lists.ts";
import { boolean, list, page, text, webAddress } from "./http/params.ts";
import { API_VERSION } from "./http/version.ts";
import { nowInSeconds } from "./ids.ts";
import { find, type StripeStore } from "./store.ts";

/** The events of each endpoint, by its ID, as an operator chooses them in the dashboard. */
const seededEvents = {
  we_sandboxplatform: [
    "charge.dispute.closed",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.refunded",
    "charge.succeeded",
    "checkout.session.completed",
    "checkout.session.expired",
    "customer.deleted",
    "customer.subscription.created",
    "customer.subscription.deleted",
    "customer.subscription.trial_will_end",
    "customer.subscription.updated",
    "invoice.paid",
    "invoice.payment_failed",
    "invoice.updated",
    "payment_intent.payment_failed",
    "payment_intent.succeeded",
    "refund.created",
    "refund.failed",
    "refund.updated",
  ],
  we_sandboxconnect: ["account.application.deauthorized", "account.updated", "payout.failed"],
};

export const updateEndpointParams = z.strictObject({
  disabled: z.optional(boolean),
  enabled_events: z.optional(list(text)),
  url: z.optional(webAddress),
});

export const listEndpointsParams = z.strictObject(page);

/** Creates the two endpoints in an empty store, and gives them the site's current address. */
export function seedEndpoints({ webhookEndpoints }: StripeStore, appUrl: string): void {
  const url = `${appUrl}/api/webhooks/stripe`;
  for (const [id, events] of Object.entries(seededEvents)) {
    const known = webhookEndpoints.get(id);
    webhookEndpoints.put(id, known ? { ...known, url } : createEndpoint(id, url, events));
  }
}

function createEndpoint(id: string, url: string, events: string[]): Stripe.WebhookEndpoint {
  return {
    id,
    object: "webhook_endpoint",
    api_version: API_VERSION,
    application: null,
    created: nowInSeconds(),
    description: null,
    enabled_events: events,
    livemode: false,
    metadata: {},
    status: "enabled",
    url,
  };
}

export function listEndpoints(store: StripeStore, input: z.output<typeof listEndpointsParams>) {
  return listPage(store.webhookEndpoints.list(), input, "/v1/webhook_endpoints");
}

export function updateEndpoint(
  store: StripeStore,
  id: string,
  { disabled, ...plain }: z.output<typeof updateEndpointParams>,
): Stripe.WebhookEndpoint {
  const endpoint = find(store.webhookEndpoints, "webhook endpoint", id);
  const status = disabled === undefined ? endpoint.status : disabled ? "disabled" : "enabled";
  return store.webhookEndpoints.put(id, { ...endpoint, ...plain, status });
}

export function deleteEndpoint(store: StripeStore, id: string): object {
  find(store.webhookEndpoints, "webhook endpoint", id);
  store.webhookEndpoints.delete(id);
  return { id, object: "webhook_endpoint", deleted: true };
}

/** Whether an enabled endpoint wants events of this type. */
export function isDelivered({ webhookEndpoints }: StripeStore, type: string): boolean {
  return webhookEndpoints
    .list()
    .some(
      ({ status, enabled_events: events }) =>
        status === "enabled" && (events.includes(type) || events.includes("*")),
    );
}
