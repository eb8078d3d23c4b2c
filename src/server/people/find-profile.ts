import { and, eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Role } from "#lib/people/people.options.ts";
import type { ListedTeacher, OwnProfile, StudentView } from "#lib/people/people.responses.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { isReachable } from "../public-person.ts";
import { findOwnStudent, findStudent } from "./students.ts";
import { findListedTeacher, findOwnTeacher } from "./teachers.ts";

const t = getTexts("people");

export const profileNotFound = () => new AppError("not_found", t("profileNotFound"));

/**
 * The profile of an account: complete for its owner, public for everyone else.
 *
 * @throws AppError `not_found` ("User profile not found"), including for students whom the actor
 * may not see.
 */
export async function findProfile(
  context: Context,
  actor: Actor | undefined,
  userId: string,
): Promise<OwnProfile | ListedTeacher | StudentView> {
  const [profile] = await context.db
    .select({ id: profiles.id, role: profiles.role })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.userId, userId), isReachable()));
  if (!profile) throw profileNotFound();
  if (actor?.userId === userId) return findOwnProfile(context.db, profile);
  return profile.role === "teacher"
    ? findListedTeacher(context.db, profile.id)
    : findStudentProfile(context, actor, profile.id);
}

/** @throws AppError `not_found` ("User profile not found"), as for an account without a profile. */
async function findStudentProfile(
  context: Context,
  actor: Actor | undefined,
  profileId: string,
): Promise<StudentView> {
  try {
    return await findStudent(context, actor, profileId);
  } catch (error) {
    throw error instanceof AppError && error.code === "not_found" ? profileNotFound() : error;
  }
}

/** The complete profile, for its owner. */
export function findOwnProfile(db: Db, profile: { id: string; role: Role }): Promise<OwnProfile> {
  return profile.role === "teacher"
    ? findOwnTeacher(db, profile.id)
    : findOwnStudent(db, profile.id);
}
