/** What commands on a live page require: the lead, a shared verse, and people in the class. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { LivePageCommand } from "#lib/live-pages/live-pages.ts";
import { wordEdition } from "#lib/quran/editions.ts";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { isEnrollmentOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { isReachable } from "../public-person.ts";
import type { LiveClass } from "./find-live-class.ts";
import { nameFor } from "./stored-page.ts";
import { listPresent } from "./stream/presences.ts";

const texts = getTexts("livePages");

/** @throws AppError `forbidden` for people who may not lead; `conflict` if someone else leads. */
export function requireLead(live: LiveClass): void {
  if (live.viewer.role === "participant") throw new AppError("forbidden", texts("mayNotLead"));
  if (live.page.lead.id !== live.viewer.profileId) throw leadLost(live);
}

/** @throws AppError `conflict` without a name, which a co-host may not know. */
export async function requirePresent(
  { livePages: hub }: Context,
  { classId }: LiveClass,
  profileId: string,
): Promise<void> {
  const present = listPresent(await hub.readPresences(classId));
  if (!present.has(profileId)) throw new AppError("conflict", texts("notHere"));
}

export function leadLost({ page, viewer }: LiveClass): AppError {
  const name = nameFor(viewer.role === "host", page.lead);
  return new AppError("conflict", texts("leadLost", { name }));
}

export function invalid(field: string, message: string): AppError {
  return new AppError("invalid_input", message, { fields: [{ field, message }] });
}

export function toNumber(key: string): number {
  const number = numberOfKey(key);
  if (number === undefined) throw new Error(`The verse ${key} was not validated`);
  return number;
}

/** @returns the verse's number. @throws AppError `invalid_input` if it isn't shared. */
export function requireShared(
  { page: { first, last } }: Pick<LiveClass, "page">,
  key: string,
): number {
  const verse = toNumber(key);
  if (first === null || last === null || verse < first || verse > last) {
    throw invalid("verse", texts("notShared"));
  }
  return verse;
}

export function requireOffered(
  { config }: Context,
  {
    translations,
    transliteration,
    gloss,
  }: Omit<Extract<LivePageCommand, { command: "show" }>, "command">,
): void {
  const offered = (id: string) => config.quranEditions.includes(id);
  const areOffered = !Array.isArray(translations) || translations.every(offered);
  if (!areOffered) throw invalid("translations", texts("notOffered"));
  if ((transliteration || gloss) && !offered(wordEdition.id)) {
    throw invalid(gloss ? "gloss" : "transliteration", texts("notOffered"));
  }
}

/**
 * Determines the error message. `changePage` checks this again, because an enrollment can end in
 * the meantime.
 */
export async function requireEnrolled(
  db: Db,
  live: LiveClass,
  profileIds: readonly string[],
  field: string,
): Promise<void> {
  const enrolled = await findEnrolled(db, live, profileIds);
  if (enrolled.size < profileIds.length) throw invalid(field, texts("notEnrolled"));
}

/** The people who are enrolled in the course, except those who are suspended. */
export async function findEnrolled(
  db: Db,
  { courseId }: LiveClass,
  profileIds: readonly string[],
): Promise<Set<string>> {
  if (profileIds.length === 0) return new Set();
  const enrolled = await db
    .select({ id: enrollments.studentId })
    .from(enrollments)
    .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        isEnrollmentOf(sql`${enrollments.studentId}`, courseId),
        inArray(enrollments.studentId, [...profileIds]),
        isReachable(),
      ),
    );
  return new Set(enrolled.map(({ id }) => id));
}
