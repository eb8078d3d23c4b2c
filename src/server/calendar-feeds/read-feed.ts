/** Serves calendar feeds by their secret links. */
import { createHash } from "node:crypto";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { site } from "#lib/site/site.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";
import { type CalendarEvent, writeCalendar } from "../calendar/calendar.ts";
import type { Context } from "../context.ts";
import { setCallerOfLink } from "../db/caller.ts";
import { users } from "../db/tables/accounts.table.ts";
import { calendarFeeds } from "../db/tables/calendar-feeds.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { isNotSuspended } from "../public-person.ts";
import { listTokenHashes } from "./calendar-feeds.ts";
import { listFeedEvents } from "./feed-events.ts";

const t = getTexts("calendarFeeds");

/** Calendar clients usually poll no more often than every few minutes. This limits those that do. */
const readLimit = { name: "calendar-reads", points: 120, duration: 60 * 60 };
/** Limits requests for links that don't exist. */
const missLimit = { name: "calendar-misses", points: 60, duration: 60 * 60 };

const hour = 60 * 60 * 1000;

/** The version of the output format, which is part of the ETag. */
const format = 1;

export interface Feed {
  /** Changes whenever an event changes. It is computed without writing the calendar. */
  etag: string;
  write(): string;
}

/**
 * Reads the calendar of a link, in the language of its owner.
 * @param file the last path segment, `<token>.ics`.
 * @param clientAddress the address that failed attempts count against.
 * @throws AppError `not_found` if the link never existed, was turned off or belongs to a deleted
 * account, without revealing which; `rate_limited`.
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
    throw new AppError("not_found", t("server.missing"));
  }
  setCallerOfLink(feed.profile.id);
  await context.limits.consume(readLimit, feed.profile.id);
  await recordRead(context, feed, hashes[0] ?? feed.tokenHash);
  return runWithLanguage(feed.language, async () => {
    const name = t("server.name", { site: site.name, name: feed.name });
    const events = await listFeedEvents(context, feed.profile);
    const write = () => writeCalendar(context.config, name, events, context.log);
    return {
      etag: tagOf(name, events),
      write: () => runWithLanguage(feed.language, write),
    };
  });
}

async function findFeed({ db }: Context, hashes: readonly string[]) {
  if (hashes.length === 0) return undefined;
  const [feed] = await db
    .select({
      tokenHash: calendarFeeds.tokenHash,
      lastReadAt: calendarFeeds.lastReadAt,
      name: profiles.name,
      language: users.language,
      profile: { id: profiles.id, role: profiles.role },
    })
    .from(calendarFeeds)
    .innerJoin(profiles, eq(profiles.id, calendarFeeds.profileId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(inArray(calendarFeeds.tokenHash, [...hashes]), isNull(users.deletedAt), isNotSuspended()),
    );
  return feed;
}

/**
 * Records the time of the read at most once an hour, so that reads stay cheap. Also replaces a hash
 * with the previous secret by one with the current secret.
 */
async function recordRead(
  { db }: Context,
  feed: NonNullable<Awaited<ReturnType<typeof findFeed>>>,
  tokenHash: string,
): Promise<void> {
  const now = new Date();
  const { lastReadAt } = feed;
  const isRecorded = lastReadAt !== null && now.getTime() - lastReadAt.getTime() < hour;
  if (isRecorded && feed.tokenHash === tokenHash) return;
  await db
    .update(calendarFeeds)
    .set({ lastReadAt: now, tokenHash })
    // The link may have been replaced in the meantime.
    .where(eq(calendarFeeds.tokenHash, feed.tokenHash));
}

function tagOf(name: string, events: readonly CalendarEvent[]): string {
  const content = JSON.stringify([format, name, events]);
  return `W/"${createHash("sha256").update(content).digest("base64url")}"`;
}
