/** Account deletion: one transaction deletes the data, and jobs clean up outside the database. */

import { and, asc, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { DeleteAccountInput } from "#lib/account-settings/account-settings.ts";
import type { Role } from "#lib/people/people.options.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { accountDeletedMail } from "../accounts/accounts.mails.ts";
import { lockAddress } from "../accounts/address-lock.ts";
import { checkCurrentPassword } from "../accounts/passwords.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import { findProfileTags } from "../course-members/profile-tags.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { waitingPlaces } from "../db/tables/waiting-places.table.ts";
import { transact } from "../db/transact.ts";
import { notifyOfDeletedChild } from "../guardians/former-guardian.ts";
import { findGuardian } from "../guardians/guardian.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { forgetNotices } from "../mail/notices.ts";
import { cancelPlanOf } from "../plans/plan-deletion.ts";
import { findAuthorTags } from "../reviews/resource.ts";
import { openPlaces, queueSeatOffers } from "../seats/waiting-list.ts";
import { notifyOfDeletedMember } from "../staff/members.ts";
import { cancelTrialsOf } from "../trials/trials.ts";
import { erasePerson } from "./erasure/erase.ts";
import { requireNoObligations } from "./obligations.ts";
import { queueCleanup } from "./queue-cleanup.ts";

type Profile = { id: string; role: Role };

/**
 * Deletes the actor's account: ends its sessions, frees the email address and deletes personal
 * data. Records that accounting and other people need are anonymized. Idempotent, even while a
 * checkout is open.
 *
 * @throws AppError `invalid_input` if the password is wrong, `conflict` while students are enrolled
 * in the teacher's courses, `rate_limited`.
 */
export async function deleteAccount(
  context: Context,
  actor: Actor,
  input: DeleteAccountInput,
): Promise<void> {
  await checkCurrentPassword(context, actor, input.currentPassword);
  await transact(context.db, (tx) => requireDeletable(tx, actor.userId));
  await cancelPlanOf(context, actor.userId);
  const tags = await transact(context.db, (tx) => leave(context, tx, actor.userId));
  if (tags.length > 0) await context.purgePages(tags);
}

/** Nothing may be canceled for an account that can't be deleted. */
async function requireDeletable(tx: Db, userId: string): Promise<void> {
  const profile = await findProfile(tx, userId);
  if (!profile) return;
  await lockCourses(tx, profile);
  await requireNoObligations(tx, profile);
}

/** @returns the tags of the pages that show the person. Empty if the account was already deleted. */
async function leave(context: Context, tx: Db, userId: string): Promise<string[]> {
  const user = await lockUser(tx, userId);
  if (!user) return [];
  await lockAddress(tx, user.email);
  const profile = await findProfile(tx, userId);
  if (profile) {
    await lockCourses(tx, profile);
    await requireNoObligations(tx, profile);
  }
  const tags = await findTags(tx, userId, profile);
  if (profile) await cancelTrialsOf(context, tx, profile);
  const guardian = profile && (await findGuardian(tx, profile.id));
  if (guardian) await notifyOfDeletedChild(context, tx, guardian);
  await notifyOfDeletedMember(context, tx, { userId, name: user.name, email: user.email });
  await forgetNotices(context, tx, user.email);
  const write = () => accountDeletedMail(user.email, user.name);
  await sendMail(context, tx, runWithLanguage(user.language, write));
  await tx.update(users).set({ deletedAt: new Date() }).where(eq(users.id, userId));
  await queueCleanup(context, tx, userId, await erasePerson(tx, user));
  if (profile) await queueSeatOffers(context, tx);
  return tags;
}

/**
 * Locks the user's row. Transactions that add a seat, session, review or upload lock it too, so
 * each of them either commits before the deletion or waits for it.
 */
async function lockUser(tx: Db, userId: string) {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("update");
  return user;
}

async function findProfile(tx: Db, userId: string): Promise<Profile | undefined> {
  const [profile] = await tx
    .select({ id: profiles.id, role: profiles.role })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  return profile;
}

/**
 * Locks the courses that the person teaches, has a seat in or is on the waiting list of, always in
 * the same order.
 */
export async function lockCourses(tx: Db, profile: Profile): Promise<void> {
  const seats = tx
    .select({ id: enrollments.courseId })
    .from(enrollments)
    .where(
      and(eq(enrollments.studentId, profile.id), inArray(enrollments.status, ["held", "enrolled"])),
    );
  const places = tx
    .select({ id: waitingPlaces.courseId })
    .from(waitingPlaces)
    .where(and(eq(waitingPlaces.studentId, profile.id), openPlaces));
  const which: SQL | undefined = or(
    isTeacherOf(profile.id),
    inArray(courses.id, seats),
    inArray(courses.id, places),
  );
  await tx
    .select({ id: courses.id })
    .from(courses)
    .where(which)
    .orderBy(asc(courses.id))
    .for("update");
}

/** The tags of pages about the person, their courses and the resources that they reviewed. */
async function findTags(tx: Db, userId: string, profile: Profile | undefined): Promise<string[]> {
  const ofProfile = profile ? await findProfileTags(tx, profile) : [];
  return [...ofProfile, ...(await findAuthorTags(tx, userId))];
}
