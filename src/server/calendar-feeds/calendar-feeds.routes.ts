import fresh from "fresh";
import { Hono } from "hono";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { calendarFeedData, newCalendarFeedData } from "./calendar-feeds.docs.ts";
import { createCalendarFeed, deleteCalendarFeed, findCalendarFeed } from "./calendar-feeds.ts";
import { readFeed } from "./read-feed.ts";

const tag = "calendar";
const noProfile = "No profile yet";

/** The link to one's calendar, under /calendar of the API. */
export function calendarRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .get(
      "/feed",
      signedIn,
      documented(tag, "Whether there is a link to the own calendar", {
        bearer: true,
        data: calendarFeedData,
        refusals: { 403: noProfile },
      }),
      async (c) => ok(c, await findCalendarFeed(context, c.var.actor)),
    )
    .post(
      "/feed",
      signedIn,
      documented(tag, "Make a link to the own calendar", {
        description:
          "The link is told this once; the one before it ends. Calendars read it as iCalendar, without signing in.",
        bearer: true,
        data: newCalendarFeedData,
        successes: { 201: "Made" },
        refusals: { 403: noProfile, 429: "Too many links" },
      }),
      async (c) => created(c, await createCalendarFeed(context, c.var.actor)),
    )
    .delete(
      "/feed",
      signedIn,
      documented(tag, "Turn the link to the own calendar off", {
        bearer: true,
        refusals: { 403: noProfile },
      }),
      async (c) => {
        await deleteCalendarFeed(context, c.var.actor);
        return ok(c, null, { message: "The link is off." });
      },
    );
}

/** GET /calendar/{token}.ics: the calendar itself, for whoever has the link. */
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
      // A 'no-cache' of the client's is no reason to send what it has: nothing here is from a cache.
      const asked = { "if-none-match": c.req.header("if-none-match") };
      if (fresh(asked, { etag: feed.etag })) return c.body(null, 304);
      return c.body(feed.write(), 200, {
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'inline; filename="halaqa.ics"',
      });
    });
}
