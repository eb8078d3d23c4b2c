import { Hono } from "hono";
import { emailPreferencesInput } from "#lib/account-settings/email-preferences.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { findMailChoices, saveEmailPreferences } from "./mail-choices.ts";
import { mailChoicesData } from "./people.docs.ts";

const tag = "people";
const answers = {
  bearer: true,
  data: mailChoicesData,
  refusals: { 403: "No profile yet" },
};

/** Which mails one wants, under /users/me/mails. */
export function mailChoiceRoutes(context: Context) {
  return new Hono<AppEnv>()
    .get("/", documented(tag, "Which mails one wants", answers), authenticate(context), async (c) =>
      ok(c, await findMailChoices(context, c.var.actor)),
    )
    .patch(
      "/",
      documented(tag, "Switches mails on or off; what is not named stays", answers),
      authenticate(context),
      validate("json", emailPreferencesInput),
      async (c) => ok(c, await saveEmailPreferences(context, c.var.actor, c.req.valid("json"))),
    );
}
