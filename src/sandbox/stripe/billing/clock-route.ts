import { Hono } from "hono";
import * as z from "zod/mini";
import type { SandboxDeps } from "../../deps.ts";
import type { StripeContext } from "../context.ts";
import { advanceClock, billingNow } from "./billing-clock.ts";
import { runBilling } from "./subscriptions.ts";

const body = z.strictObject({ days: z.number().check(z.positive(), z.maximum(3660)) });

/** `POST /clock` advances the billing clock and performs everything that is now due. */
export function clockRoute({ state }: SandboxDeps, stripe: StripeContext): Hono {
  return new Hono().post("/clock", async (c) => {
    const input = body.safeParse(await c.req.json().catch(() => undefined));
    if (!input.success) return c.json({ error: z.prettifyError(input.error) }, 400);
    const now = state.transaction(() => {
      advanceClock(stripe.store, input.data.days);
      runBilling(stripe);
      return billingNow(stripe.store);
    });
    return c.json({ now: new Date(now * 1000).toISOString() });
  });
}
