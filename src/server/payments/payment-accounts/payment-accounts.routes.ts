import { Hono } from "hono";
import * as z from "zod/mini";
import { accountStatuses, type PaymentAccount } from "#lib/payments/payments.ts";
import { authenticate } from "../../accounts/sessions/authenticate.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { documented } from "../../http/documented.ts";
import { ok } from "../../http/envelope.ts";
import {
  findAccountStatus,
  findPaymentAccount,
  findProviderPage,
  setUpPaymentAccount,
} from "./payment-accounts.ts";

const onlyTeachers = "Not a teacher";

const accountData: z.ZodMiniType<PaymentAccount> = z.object({
  id: z.string(),
  details_submitted: z.boolean(),
  charges_enabled: z.boolean(),
});

/** Mounted under /connect/accounts. */
export function paymentAccountRoutes(context: Context) {
  return new Hono<AppEnv>()
    .post(
      "/setup",
      documented(
        "payments",
        "Set up the teacher's payment account: continue at data.result.accountLink",
        {
          bearer: true,
          data: z.object({ result: z.object({ accountLink: z.string() }) }),
          refusals: { 403: onlyTeachers, 503: "The payment provider is unavailable; try again" },
        },
      ),
      authenticate(context),
      async (c) => {
        const accountLink = await setUpPaymentAccount(context, c.var.actor);
        return ok(c, { result: { accountLink } });
      },
    )
    .get(
      "/current",
      documented("payments", "The teacher's payment account, as reported by the provider", {
        bearer: true,
        data: accountData,
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
        data: z.object({ url: z.string() }),
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
        data: z.object({ standing: z.enum(accountStatuses) }),
        refusals: { 403: onlyTeachers },
      }),
      authenticate(context),
      async (c) => ok(c, { standing: await findAccountStatus(context, c.var.actor) }),
    );
}
