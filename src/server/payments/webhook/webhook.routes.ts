import { Hono } from "hono";
import { describeRoute } from "hono-openapi";
import Stripe from "stripe";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ok } from "../../http/envelope.ts";
import { isStorableJson } from "../../http/storable-json.ts";
import { withinDeadline } from "../../providers/stripe/failures.ts";
import { receiveStripeEvent } from "./webhook.ts";
import { type StripeEvent, stripeEvent } from "./webhook-event.ts";

/** Seconds that a signature stays good. */
const tolerance = 300;

/** Mounted under /webhooks/stripe. */
export function stripeWebhookRoutes(context: Context) {
  return new Hono<AppEnv>().post(
    "/",
    describeRoute({
      tags: ["payments"],
      summary: "Events of the payment provider, signed on the raw body",
      responses: {
        200: { description: "Worked on, now or before" },
        400: { description: "The signature is wrong or too old" },
        503: { description: "Not worked on yet; deliver it again" },
      },
    }),
    async (c) => {
      const event = readEvent(
        context,
        Buffer.from(await c.req.arrayBuffer()),
        c.req.header("stripe-signature") ?? "",
      );
      await withinDeadline("The event has to wait for the payment provider.", () =>
        receiveStripeEvent(context, event),
      );
      return ok(c, { received: true });
    },
  );
}

/**
 * The event of a body whose signature is right; only the raw bytes tell. The provider signs what
 * teachers' accounts tell with the secret of an endpoint of its own.
 */
function readEvent(context: Context, body: Buffer, signature: string): StripeEvent {
  const { webhookSecret, connectWebhookSecret } = context.config.stripe;
  const event =
    verify(context, body, signature, webhookSecret) ??
    (connectWebhookSecret && verify(context, body, signature, connectWebhookSecret));
  if (!event) {
    throw new AppError("invalid_input", "The signature of the event is not valid.");
  }
  const known = stripeEvent.safeParse(event);
  if (known.success && isStorableJson(event)) return known.data;
  throw new AppError("invalid_input", "The body is not an event.");
}

/** What was signed with the secret; undefined when it wasn't, or is no JSON. */
function verify(
  context: Context,
  body: Buffer,
  signature: string,
  secret: string,
): object | undefined {
  try {
    return context.stripe.webhooks.constructEvent(body, signature, secret, tolerance);
  } catch (error) {
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
    if (!isForged && !(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
