// The customer portal: a hosted page on which customers manage their subscriptions.
import type { Stripe } from "stripe";
import * as z from "zod/mini";
import type { StripeContext } from "../context.ts";
import { refusedParam } from "../http/errors.ts";
import { text, webAddress } from "../http/params.ts";
import { newId, nowInSeconds } from "../ids.ts";

export const createPortalSessionParams = z.strictObject({
  customer: text,
  locale: z.optional(z.enum(["auto", "en"])),
  return_url: z.optional(webAddress),
});

export function createPortalSession(
  { baseUrl, store }: StripeContext,
  input: z.output<typeof createPortalSessionParams>,
): Stripe.BillingPortal.Session {
  if (!store.customers.get(input.customer)) {
    throw refusedParam("customer", `No such customer: '${input.customer}'`, "resource_missing");
  }
  const id = newId("bps");
  return store.portalSessions.put(id, {
    id,
    object: "billing_portal.session",
    configuration: "bpc_sandbox",
    created: nowInSeconds(),
    customer: input.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: input.locale ?? null,
    on_behalf_of: null,
    return_url: input.return_url ?? null,
    url: `${baseUrl}/portal/${id}`,
  });
}
