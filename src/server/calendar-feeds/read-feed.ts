/** What a calendar gets that asks with a feed's link. */
import { createHash } from "node:crypto";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { site } from "#lib/site/site.ts";
import { type CalendarEvent, writeCalendar } from "../calendar/calendar.ts";
import type { Context } from "../context.ts";
import { users } from "../db/tables/accounts.table.ts";
import { calendarFeeds } from "../db/tables/calendar-feeds.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { listTokenHashes } from "./calendar-feeds.ts";
import { listFeedEvents } from "./feed-events.ts";

/** Calendars ask every few minutes at most; whoever asks more often has to wait. */
const readLimit = { name: "calendar-reads", points: 120, duration: 60 * 60 };
/** Tries with links that there aren't. */
const missLimit = { name: "calendar-misses", points: 60, duration: 60 * 60 };

const hour = 60 * 60 * 1000;

/** The version of what is written from the same events. */
const format = 1;

export interface Feed {
  /** Changes with every event, and is known before the calendar is written. */
  etag: string;
  write(): string;
}

/**
 * The calendar behind a link.
 * @param file the last part of its address, `<token>.ics`.
 * @param clientAddress by which wrong tries are counted.
 * @throws AppError `not_found` for links that never were, are off, or whose owner has left, all
 * alike; `rate_limited`.
 */
export async function readFeed(
  context: Context,
  file: string,
  clientAddress: string,
): Promise<Feed> {
  const token = /^([\w-]{43})\.ics$/.exec(file)?.[1];
  const hashes = token === undefined ? [] : listTokenHashes(context.config, token);
  const feed = await findFeed(context, hashes);
  if (!feed) {
    await context.limits.consume(missLimit, clientAddress);
    throw new AppError("not_found", "There is no such calendar.");
  }
  await context.limits.consume(readLimit, feed.profile.id);
  await recordRead(context, feed, hashes[0] ?? feed.tokenHash);
  const name = `${site.name}: ${feed.name}`;
  const events = await listFeedEvents(context, feed.profile);
  return {
    etag: tagOf(name, events),
    write: () => writeCalendar(context.config, name, events, context.log),
  };
}

async function findFeed({ db }: Context, hashes: readonly string[]) {
  if (hashes.length === 0) return undefined;
  const [feed] = await db
    .select({
      tokenHash: calendarFeeds.tokenHash,
      lastReadAt: calendarFeeds.lastReadAt,
      name: profiles.name,
      profile: { id: profiles.id, role: profiles.role },
    })
    .from(calendarFeeds)
    .innerJoin(profiles, eq(profiles.id, calendarFeeds.profileId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(inArray(calendarFeeds.tokenHash, [...hashes]), isNull(users.deletedAt)));
  return feed;
}

/**
 * Written once an hour at most, so that reading stays cheap. What was kept under the secret before
 * is kept under the one in force from then on.
 */
async function recordRead(
  { db }: Context,
  feed: NonNullable<Awaited<ReturnType<typeof findFeed>>>,
  tokenHash: string,
): Promise<void> {
  const now = new Date();
  const { lastReadAt } = feed;
  const isNoted = lastReadAt !== null && now.getTime() - lastReadAt.getTime() < hour;
  if (isNoted && feed.tokenHash === tokenHash) return;
  await db
    .update(calendarFeeds)
    .set({ lastReadAt: now, tokenHash })
    // The link may have been replaced meanwhile.
    .where(eq(calendarFeeds.tokenHash, feed.tokenHash));
}

function tagOf(name: string, events: readonly CalendarEvent[]): string {
  const content = JSON.stringify([format, name, events]);
  return `W/"${createHash("sha256").update(content).digest("base64url")}"`;
}
