import { Hono, type Context as HonoContext } from "hono";
import {
  languageSettingsSchema,
  sessionsSchema,
} from "#lib/account-settings/account-settings.responses.ts";
import { deleteAccountInput } from "#lib/account-settings/account-settings.ts";
import { languageInput } from "#lib/account-settings/language-input.ts";
import { getTexts } from "#translations/translate.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import { forgetSessionCookie } from "../accounts/sessions/session-cookie.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { neverStored } from "../http/never-stored.ts";
import { validate } from "../http/validate.ts";
import { deleteAccount } from "./deletion.ts";
import { exportAccount } from "./export/export.ts";
import { findLanguage, saveLanguage } from "./language.ts";
import { listOwnSessions, revokeOwnSession, revokeOwnSessions } from "./own-sessions.ts";

const t = getTexts("accountSettings");

const tag = "own account";
const withLanguage = { bearer: true, data: languageSettingsSchema };
const withoutData = { bearer: true, data: noData };

/** Routes for users' own accounts, under /users/me. */
export function accountSettingsRoutes(context: Context) {
  const signedIn = authenticate(context);
  const forgetCookie = (c: HonoContext) =>
    c.header("Set-Cookie", forgetSessionCookie(context.config), { append: true });
  return new Hono<AppEnv>()
    .use("/me/*", neverStored)
    .get(
      "/me/sessions",
      signedIn,
      documented(tag, "The user's sessions", { bearer: true, data: sessionsSchema }),
      async (c) => ok(c, await listOwnSessions(context, c.var.actor)),
    )
    .delete(
      "/me/sessions",
      signedIn,
      documented(tag, "Log out everywhere, including here", withoutData),
      async (c) => {
        await revokeOwnSessions(context, c.var.actor);
        forgetCookie(c);
        return ok(c, null, { message: t("server.sessions.allEnded") });
      },
    )
    .delete(
      "/me/sessions/:sessionId",
      signedIn,
      documented(tag, "End one of the user's sessions", withoutData),
      async (c) => {
        const sessionId = c.req.param("sessionId");
        await revokeOwnSession(context, c.var.actor, sessionId);
        if (sessionId === c.var.actor.sessionId) forgetCookie(c);
        return ok(c, null, { message: t("server.sessions.ended") });
      },
    )
    .get(
      "/me/language",
      signedIn,
      documented(tag, "The language of the user's emails", withLanguage),
      async (c) => ok(c, await findLanguage(context, c.var.actor)),
    )
    .patch(
      "/me/language",
      signedIn,
      documented(tag, "Choose the language of the user's emails", withLanguage),
      validate("json", languageInput),
      async (c) => ok(c, await saveLanguage(context, c.var.actor, c.req.valid("json"))),
    )
    .get(
      "/me/export",
      signedIn,
      documented(tag, "Export all of the user's data as a JSON file", {
        bearer: true,
        contentType: "application/json",
      }),
      async (c) => {
        return c.body(await exportAccount(context, c.var.actor), 200, {
          "Content-Type": "application/json; charset=UTF-8",
          "Content-Disposition": 'attachment; filename="halaqa-my-data.json"',
        });
      },
    )
    .delete(
      "/me",
      signedIn,
      documented(tag, "Delete the user's own account; requires the current password", withoutData),
      validate("json", deleteAccountInput),
      async (c) => {
        await deleteAccount(context, c.var.actor, c.req.valid("json"));
        forgetCookie(c);
        return ok(c, null, { message: t("deletion.done") });
      },
    );
}
