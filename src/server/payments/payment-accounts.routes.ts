import { Hono } from "hono";
import { describeRoute } from "hono-openapi";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { authenticate } from "../http/authenticate.ts";
import { ok } from "../http/envelope.ts";
import { findPaymentAccount, setUpPaymentAccount } from "./payment-accounts.ts";

/** Mounted under /connect/accounts. */
export function paymentAccountRoutes(context: Context) {
  return new Hono<AppEnv>()
    .post(
      "/setup",
      describeRoute({
        tags: ["payments"],
        summary: "Set up the teacher's payment account: go to data.result.accountLink",
        responses: {
          200: { description: "The address of the provider's page" },
          403: { description: "Not a teacher" },
          503: { description: "The payment provider can't be reached; try again" },
        },
      }),
      authenticate(context),
      async (c) => {
        const accountLink = await setUpPaymentAccount(context, c.var.actor);
        return ok(c, { result: { accountLink } });
      },
    )
    .get(
      "/current",
      describeRoute({
        tags: ["payments"],
        summary: "The teacher's payment account: id, details_submitted, charges_enabled",
        responses: {
          200: { description: "The account as the provider sees it" },
          404: { description: "Not set up yet" },
        },
      }),
      authenticate(context),
      async (c) => ok(c, await findPaymentAccount(context, c.var.actor)),
    );
}
