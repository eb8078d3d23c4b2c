import fresh from "fresh";
import { Hono } from "hono";
import {
  calendarFeedSchema,
  newCalendarFeedSchema,
} from "#lib/calendar-feeds/calendar-feeds.responses.ts";
import { getTexts } from "#translations/translate.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { createCalendarFeed, deleteCalendarFeed, findCalendarFeed } from "./calendar-feeds.ts";
import { readFeed } from "./read-feed.ts";

const t = getTexts("calendarFeeds");

const tag = "calendar";
const noProfile = "No profile yet";

/** Routes for the user's own calendar link, under /api/calendar. */
export function calendarRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .get(
      "/feed",
      signedIn,
      documented(tag, "Whether the user has a calendar link", {
        bearer: true,
        data: calendarFeedSchema,
        refusals: { 403: noProfile },
      }),
      async (c) => ok(c, await findCalendarFeed(context, c.var.actor)),
    )
    .post(
      "/feed",
      signedIn,
      documented(tag, "Create a calendar link", {
        description:
          "The link is shown only once and replaces the previous one. Calendars read it as iCalendar, without logging in.",
        bearer: true,
        data: newCalendarFeedSchema,
        successes: { 201: "Created" },
        refusals: { 403: noProfile, 429: "Too many links" },
      }),
      async (c) => created(c, await createCalendarFeed(context, c.var.actor)),
    )
    .delete(
      "/feed",
      signedIn,
      documented(tag, "Turn off the calendar link", {
        bearer: true,
        data: noData,
        refusals: { 403: noProfile },
      }),
      async (c) => {
        await deleteCalendarFeed(context, c.var.actor);
        return ok(c, null, { message: t("server.ended") });
      },
    );
}

/** GET /calendar/{token}.ics: the calendar feed, for anyone who has the link. */
export function calendarFeedRoutes(context: Context) {
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      await next();
      c.header("Cache-Control", "private, no-store");
      c.header("X-Robots-Tag", "noindex, nofollow");
    })
    .get("/:file", async (c) => {
      const feed = await readFeed(context, c.req.param("file"), c.var.clientAddress);
      c.header("ETag", feed.etag);
      // Ignore the client's 'no-cache': no response comes from a cache, so 304 is always correct.
      const conditions = { "if-none-match": c.req.header("if-none-match") };
      if (fresh(conditions, { etag: feed.etag })) return c.body(null, 304);
      return c.body(feed.write(), 200, {
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'inline; filename="halaqa.ics"',
      });
    });
}
