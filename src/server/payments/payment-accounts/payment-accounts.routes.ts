import { Hono } from "hono";
import { paymentAccountInput } from "#lib/payments/payment-account-input.ts";
import {
  accountSetupSchema,
  accountStatusSchema,
  paymentAccountSchema,
  providerPageSchema,
} from "#lib/payments/payments.responses.ts";
import { authenticate } from "../../accounts/sessions/authenticate.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { optionalBody } from "../../http/bodies/strict-json.ts";
import { documented } from "../../http/documented.ts";
import { ok } from "../../http/envelope.ts";
import { validate } from "../../http/validate.ts";
import {
  findAccountStatus,
  findPaymentAccount,
  findProviderPage,
  setUpPaymentAccount,
} from "./payment-accounts.ts";

const onlyTeachers = "Not a teacher";

/** Mounted under /connect/accounts. */
export function paymentAccountRoutes(context: Context) {
  return new Hono<AppEnv>()
    .post(
      "/setup",
      documented(
        "payments",
        "Set up the teacher's payment account in a country: continue at data.result.accountLink",
        {
          bearer: true,
          data: accountSetupSchema,
          refusals: {
            403: onlyTeachers,
            409: "There is an account in another country, or Stripe refuses the country",
            503: "The payment provider is unavailable; try again",
          },
        },
      ),
      authenticate(context),
      optionalBody,
      validate("json", paymentAccountInput),
      async (c) => {
        const accountLink = await setUpPaymentAccount(context, c.var.actor, c.req.valid("json"));
        return ok(c, { result: { accountLink } });
      },
    )
    .get(
      "/current",
      documented("payments", "The teacher's payment account, as reported by the provider", {
        bearer: true,
        data: paymentAccountSchema,
        refusals: {
          403: onlyTeachers,
          404: "Not set up yet",
          503: "The payment provider is unavailable; try again",
        },
      }),
      authenticate(context),
      async (c) => ok(c, await findPaymentAccount(context, c.var.actor)),
    )
    .post(
      "/page",
      documented("payments", "The payment account's page at the provider: continue at data.url", {
        bearer: true,
        data: providerPageSchema,
        refusals: {
          403: onlyTeachers,
          404: "Not set up yet",
          503: "The payment provider is unavailable; try again",
        },
      }),
      authenticate(context),
      async (c) => ok(c, { url: await findProviderPage(context, c.var.actor) }),
    )
    .get(
      "/standing",
      documented("payments", "The status of the teacher's payment account in our records", {
        bearer: true,
        data: accountStatusSchema,
        refusals: { 403: onlyTeachers },
      }),
      authenticate(context),
      async (c) => ok(c, await findAccountStatus(context, c.var.actor)),
    );
}
