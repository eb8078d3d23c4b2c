import { Hono } from "hono";
import { newsletterTokenInput, subscribeInput } from "#lib/newsletter/newsletter.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { type CallDescription, documented, noData } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { confirmNewsletter, requestNewsletter, unsubscribeFromNewsletter } from "./newsletter.ts";

const t = getTexts("newsletter");

const doc = (summary: string, successes: CallDescription["successes"] = { 200: "Success" }) =>
  documented("newsletter", summary, { data: noData, successes });

/** Mounted under /api/newsletter. The site's own forms post to /newsletter. */
export function newsletterRoutes(context: Context) {
  return new Hono<AppEnv>()
    .post(
      "/",
      doc("Subscribe to the newsletter; a confirmation link is emailed", { 201: "Requested" }),
      validate("json", subscribeInput),
      async (c) => {
        await requestNewsletter(context, c.var.clientAddress, c.req.valid("json"));
        return created(c, null, t("server.requested"));
      },
    )
    .post(
      "/confirm",
      doc("Confirm an address with the token from the email"),
      validate("json", newsletterTokenInput),
      async (c) => {
        await confirmNewsletter(context, c.req.valid("json").token);
        return ok(c, null, { message: t("server.confirmed") });
      },
    )
    .post(
      "/unsubscribe",
      doc("Unsubscribe with the token from a newsletter; repeating it has no effect"),
      validate("json", newsletterTokenInput),
      async (c) => {
        await unsubscribeFromNewsletter(context, c.req.valid("json").token);
        return ok(c, null, { message: t("server.unsubscribed") });
      },
    );
}
