import { Hono } from "hono";
import { describeRoute } from "hono-openapi";
import Stripe from "stripe";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { isStorableJson } from "../../http/bodies/storable-json.ts";
import { ok } from "../../http/envelope.ts";
import { processRedelivered } from "../../http/redelivered.ts";
import { withinDeadline } from "../../providers/stripe/failures.ts";
import { receiveStripeEvent } from "./webhook.ts";
import { type StripeEvent, stripeEvent } from "./webhook-event.ts";

/** For how many seconds a signature is valid. */
const tolerance = 300;

/** Mounted under /webhooks/stripe. */
export function stripeWebhookRoutes(context: Context) {
  return new Hono<AppEnv>().post(
    "/",
    describeRoute({
      tags: ["payments"],
      summary: "Receive events from the payment provider, signed over the raw body",
      responses: {
        200: { description: "Processed, now or earlier" },
        400: { description: "The signature is wrong or too old" },
        503: { description: "Not processed yet; deliver it again" },
      },
    }),
    async (c) => {
      const event = readEvent(
        context,
        Buffer.from(await c.req.arrayBuffer()),
        c.req.header("stripe-signature") ?? "",
      );
      await processRedelivered(() =>
        withinDeadline("The event is waiting for the payment provider.", () =>
          receiveStripeEvent(context, event),
        ),
      );
      return ok(c, { received: true });
    },
  );
}

/**
 * Verifies the signature, which covers the raw bytes of the body, and parses the event. The
 * provider signs events of teachers' accounts with the secret of a separate endpoint. The messages
 * are English, because only the provider's own logs show them.
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

/** The library throws other errors if a part of the header has no value. */
const signatureForm = /^\w+=[^,=]+(,\w+=[^,=]+)*$/;

/** The signed event; undefined if the signature is wrong or the body isn't JSON. */
function verify(
  context: Context,
  body: Buffer,
  signature: string,
  secret: string,
): object | undefined {
  if (!signatureForm.test(signature)) return undefined;
  try {
    return context.stripe.webhooks.constructEvent(body, signature, secret, tolerance);
  } catch (error) {
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
    if (!isForged && !(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
