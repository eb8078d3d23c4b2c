import { Hono } from "hono";
import {
  newsletterMessages,
  newsletterTokenInput,
  subscribeInput,
} from "#lib/newsletter/newsletter.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { confirmNewsletter, requestNewsletter, unsubscribeFromNewsletter } from "./newsletter.ts";

const summary = (text: string) => documented("newsletter", text);

/** The newsletter's list, under /api/newsletter; the site's own forms post to /newsletter. */
export function newsletterRoutes(context: Context) {
  return new Hono<AppEnv>()
    .post(
      "/",
      summary("Subscribe to the newsletter; a confirmation link is emailed"),
      validate("json", subscribeInput),
      async (c) => {
        await requestNewsletter(context, c.var.clientAddress, c.req.valid("json"));
        return created(c, null, newsletterMessages.requested);
      },
    )
    .post(
      "/confirm",
      summary("Confirm an address with the token from the email"),
      validate("json", newsletterTokenInput),
      async (c) => {
        await confirmNewsletter(context, c.req.valid("json").token);
        return ok(c, null, { message: newsletterMessages.confirmed });
      },
    )
    .post(
      "/unsubscribe",
      summary("Unsubscribe with the token from a newsletter; repeating it has no effect"),
      validate("json", newsletterTokenInput),
      async (c) => {
        await unsubscribeFromNewsletter(context, c.req.valid("json").token);
        return ok(c, null, { message: newsletterMessages.unsubscribed });
      },
    );
}
