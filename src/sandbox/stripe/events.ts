import { createHmac } from "node:crypto";
import type { Stripe } from "stripe";
import type { Webhooks } from "../webhooks.ts";
import { API_VERSION } from "./http/version.ts";
import { newId, nowInSeconds } from "./ids.ts";
import type { StripeStore } from "./store.ts";
import { isDelivered } from "./webhook-endpoints.ts";

/**
 * The API request that caused an event. Its fields are null if a person or the passage of time
 * caused it.
 */
export type Cause = Stripe.Event.Request;
export const noCall: Cause = { id: null, idempotency_key: null };

export interface Happening {
  type: Stripe.Event.Type;
  object: object;
  /** The object before the change, if the event reports it. */
  before?: object;
  cause?: Cause;
  /** The connected account that the event is about. */
  account?: string;
}

export type Emit = (happening: Happening) => void;

export function createEmit(store: StripeStore, webhooks: Webhooks): Emit {
  return ({ type, object, before, cause = noCall, account }) => {
    // Other events only appear in lists.
    const delivered = isDelivered(store, type);
    const event = {
      id: newId("evt"),
      object: "event" as const,
      ...(account && { account }),
      api_version: API_VERSION,
      created: nowInSeconds(),
      data: { object, ...(before && { previous_attributes: changedFields(before, object) }) },
      livemode: false,
      pending_webhooks: delivered ? 1 : 0,
      request: cause,
      type,
    };
    store.events.put(event.id, event);
    if (delivered) webhooks.enqueue({ id: event.id, provider: "stripe", event });
  };
}

/** The previous values of the changed top-level fields. */
function changedFields(before: object, now: object): object {
  const values = new Map<string, unknown>(Object.entries(now));
  const changed = Object.entries(before).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(values.get(field)),
  );
  return Object.fromEntries(changed);
}

/** The signature header that `stripe.webhooks.constructEvent` verifies. */
export function signStripe(secret: string, body: string, at: Date): Record<string, string> {
  const time = Math.floor(at.getTime() / 1000);
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return { "stripe-signature": `t=${time},v1=${signature}` };
}
