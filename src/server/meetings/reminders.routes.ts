import { Hono } from "hono";
import { reminderChoice } from "#lib/meetings.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { authenticate } from "../http/authenticate.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { reminderData } from "./meetings.docs.ts";
import { findReminderChoice, saveReminderChoice } from "./reminders.ts";

const tag = "meetings";
const noProfile = "No profile yet";

/** Whether one is reminded of meetings, under /zoom/reminders. */
export function reminderRoutes(context: Context) {
  return new Hono<AppEnv>()
    .get(
      "/",
      documented(tag, "Whether mails remind of own meetings", {
        bearer: true,
        data: reminderData,
        refusals: { 403: noProfile },
      }),
      authenticate(context),
      async (c) => ok(c, await findReminderChoice(context, c.var.actor)),
    )
    .put(
      "/",
      documented(tag, "Switches mails that remind of own meetings on or off", {
        bearer: true,
        data: reminderData,
        refusals: { 403: noProfile },
      }),
      authenticate(context),
      validate("json", reminderChoice),
      async (c) => ok(c, await saveReminderChoice(context, c.var.actor, c.req.valid("json"))),
    );
}
