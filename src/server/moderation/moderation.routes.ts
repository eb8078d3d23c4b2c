import { Hono } from "hono";
import { reportInput } from "#lib/cases/cases.ts";
import { getTexts } from "#translations/translate.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { created } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { reportConcern } from "./report-concern.ts";

const t = getTexts("cases");

/** Reports to staff, under /api/reports. */
export function reportRoutes(context: Context) {
  return new Hono<AppEnv>().post(
    "/",
    authenticate(context),
    documented("cases", "Report something to staff, who decide about it in a case", {
      bearer: true,
      data: noData,
      successes: { 201: "Reported" },
      refusals: {
        403: "The user's own",
        404: "Not found, or not visible to the user",
        409: "Nothing can be refunded",
        429: "Too many reports",
      },
    }),
    validate("json", reportInput),
    async (c) => {
      await reportConcern(context, c.var.actor, c.req.valid("json"));
      return created(c, null, t("sent"));
    },
  );
}
