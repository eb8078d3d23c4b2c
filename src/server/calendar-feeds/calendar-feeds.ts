/** Creates, replaces and deletes the secret link of a person's calendar. Only its hash is stored. */
import { eq } from "drizzle-orm";
import type {
  CalendarFeed,
  NewCalendarFeed,
} from "#lib/calendar-feeds/calendar-feeds.responses.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { type AppSecrets, keyedHash, listSecrets, randomToken } from "../crypto.ts";
import { calendarFeeds } from "../db/tables/calendar-feeds.table.ts";

const makingLimit = { name: "calendar-links", points: 20, duration: 60 * 60 };

/** The actor's feed, or null if there is none. @throws AppError `forbidden` without a profile. */
export async function findCalendarFeed(
  { db }: Pick<Context, "db">,
  actor: Actor,
): Promise<CalendarFeed | null> {
  const { profile } = requireProfile(actor);
  const [feed] = await db
    .select()
    .from(calendarFeeds)
    .where(eq(calendarFeeds.profileId, profile.id));
  return feed ? toView(feed) : null;
}

/**
 * Creates a link to the actor's calendar, which replaces the previous one.
 * @throws AppError `forbidden` without a profile; `rate_limited`.
 */
export async function createCalendarFeed(context: Context, actor: Actor): Promise<NewCalendarFeed> {
  const { profile } = requireProfile(actor);
  await context.limits.consume(makingLimit, profile.id);
  const token = randomToken();
  const values = {
    tokenHash: hashToken(context.config.appSecret, token),
    createdAt: new Date(),
    lastReadAt: null,
  };
  await context.db
    .insert(calendarFeeds)
    .values({ profileId: profile.id, ...values })
    .onConflictDoUpdate({ target: calendarFeeds.profileId, set: values });
  return { ...toView(values), url: `${context.config.appUrl}/calendar/${token}.ics` };
}

/** Deletes the actor's link, if there is one. @throws AppError `forbidden` without a profile. */
export async function deleteCalendarFeed({ db }: Context, actor: Actor): Promise<void> {
  const { profile } = requireProfile(actor);
  await db.delete(calendarFeeds).where(eq(calendarFeeds.profileId, profile.id));
}

/**
 * The possible stored hashes of a token: the one with the current secret, then the one with the
 * previous secret.
 */
export function listTokenHashes(secrets: AppSecrets, token: string): string[] {
  return listSecrets(secrets).map((secret) => hashToken(secret, token));
}

function hashToken(appSecret: string, token: string): string {
  return keyedHash(appSecret, "calendar-feed", token);
}

function toView({
  createdAt,
  lastReadAt,
}: Pick<typeof calendarFeeds.$inferSelect, "createdAt" | "lastReadAt">): CalendarFeed {
  return {
    createdAt: createdAt.toISOString(),
    ...(lastReadAt ? { lastReadAt: lastReadAt.toISOString() } : {}),
  };
}
