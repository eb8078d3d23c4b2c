import { Hono } from "hono";
import { earningsSchema } from "#lib/earnings/earnings.responses.ts";
import { earningsQuery } from "#lib/earnings/earnings.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { teachersOnly } from "../http/role-only.ts";
import { validate } from "../http/validate.ts";
import { findEarnings } from "./earnings.ts";

/** Routes under /connect/earnings. */
export function earningsRoutes(context: Context) {
  return new Hono<AppEnv>().get(
    "/",
    documented("payments", "The teacher's earnings in a period, as reported by the provider", {
      description:
        "If the provider is unavailable, the figures come from our own records (`source` is `own`), without payouts.",
      bearer: true,
      data: earningsSchema,
      refusals: { 403: "Not a teacher" },
    }),
    authenticate(context),
    teachersOnly(),
    validate("query", earningsQuery),
    async (c) => ok(c, await findEarnings(context, c.var.actor, c.req.valid("query"))),
  );
}
