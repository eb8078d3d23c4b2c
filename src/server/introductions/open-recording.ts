/** Who can hear a recording. */
import { eq, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { users } from "../db/tables/accounts.table.ts";
import { introductions } from "../db/tables/introductions.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import type { StoredFile } from "../providers/files.ts";
import { isReachable } from "../public-person.ts";
import { isStaff } from "../staff/staff-actor.ts";

const t = getTexts("introductions");

/** The staff roles, besides owners, that decide about reported introductions. */
const listeners: readonly StaffRole[] = ["moderator", "support"];

/**
 * The recording, for everyone while the teacher's page shows it, and otherwise for the teacher and
 * staff.
 * @param findActor returns the actor of the request. It isn't called for recordings that are shown.
 * @throws AppError `not_found` for everyone else, whether or not it exists.
 */
export async function openRecording(
  { db, files }: Pick<Context, "db" | "files">,
  introductionId: string,
  findActor: () => Promise<Actor | undefined>,
): Promise<StoredFile> {
  const [row] = await db
    .select({ introduction: introductions, isReachable: sql<boolean>`${isReachable()}` })
    .from(introductions)
    .innerJoin(profiles, eq(profiles.id, introductions.teacherId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(introductions.id, introductionId));
  if (!row?.introduction.key) throw missing();
  const { key, hiddenAt, teacherId } = row.introduction;
  const isShown = hiddenAt === null && row.isReachable;
  if (!isShown) {
    const actor = await findActor();
    if (!actor || !(actor.profile?.id === teacherId || isStaff(actor, ...listeners)))
      throw missing();
  }
  const file = await files.find(key);
  if (!file) throw missing();
  return file;
}

const missing = () => new AppError("not_found", t("server.missing"));
