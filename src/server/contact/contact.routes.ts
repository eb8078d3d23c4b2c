import { Hono, type Context as HonoContext } from "hono";
import { contactInput } from "#lib/contact/contact.ts";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { findCaller } from "../accounts/sessions/authenticate.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { created } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { sendContactMessage } from "./contact.ts";

const t = getTexts("contact");

/** Routes for messages to staff, under /api/contact. The site's own forms post to /contact/message. */
export function contactRoutes(context: Context) {
  return new Hono<AppEnv>().post(
    "/",
    documented("contact", "Send a message to staff; the sender gets a confirmation email", {
      data: noData,
      successes: { 201: "Sent" },
    }),
    validate("json", contactInput),
    async (c) => {
      const sender = await findSender(context, c);
      await sendContactMessage(
        context,
        c.var.clientAddress,
        c.req.valid("json"),
        undefined,
        sender?.userId,
      );
      return created(c, null, t("server.thanks"));
    },
  );
}

/** Calls that apps and staff views may not make as the person are those of a visitor. */
async function findSender(context: Context, c: HonoContext<AppEnv>): Promise<Actor | undefined> {
  return findCaller(context, c).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
}
