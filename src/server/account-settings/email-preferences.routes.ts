import { Hono } from "hono";
import {
  emailPreferencesInput,
  emailPreferencesSchema,
} from "#lib/account-settings/email-preferences-input.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { findEmailPreferences, saveEmailPreferences } from "./email-preferences.ts";

const tag = "people";
const answers = {
  bearer: true,
  data: emailPreferencesSchema,
  refusals: { 403: "No profile yet" },
};

/** Routes for the user's email preferences, under `/users/me/mails`. */
export function emailPreferenceRoutes(context: Context) {
  return new Hono<AppEnv>()
    .get(
      "/",
      documented(tag, "The user's email settings", answers),
      authenticate(context),
      async (c) => ok(c, await findEmailPreferences(context, c.var.actor)),
    )
    .patch(
      "/",
      documented(tag, "Turn emails on or off; omitted settings don't change", answers),
      authenticate(context),
      validate("json", emailPreferencesInput),
      async (c) => ok(c, await saveEmailPreferences(context, c.var.actor, c.req.valid("json"))),
    );
}
