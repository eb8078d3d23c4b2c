import { Hono } from "hono";
import { meetingMessages } from "#lib/meetings/meetings.rules.ts";
import { timelineSchema } from "#lib/timeline/timeline.responses.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { listTimeline } from "./list-timeline.ts";

/** What a person has coming up, mounted under /timeline. */
export function timelineRoutes(context: Context) {
  return new Hono<AppEnv>().get(
    "/",
    documented("timeline", "The user's upcoming classes, meetings and trial lessons, by start", {
      bearer: true,
      data: timelineSchema,
      refusals: { 403: "No profile yet" },
    }),
    authenticate(context, () => meetingMessages.logInToFetch),
    async (c) => ok(c, { timeline: await listTimeline(context, c.var.actor) }),
  );
}
