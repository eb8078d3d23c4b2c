/** Suspending people until a date. Decisions about suspensions are in `moderation`. */
import { and, asc, eq, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { revokeSessions } from "../accounts/sessions/sessions.ts";
import type { Context } from "../context.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import {
  type CanceledCourse,
  cancelLockedCourse,
  finishCancellation,
} from "../courses/course-cancellation.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { staffMembers } from "../db/tables/staff.table.ts";
import { removeFromLivePages } from "../live-pages/remove-from-live-pages.ts";
import { closeCourseCheckouts } from "../payments/checkout/close-course-checkouts.ts";
import { stopRenewalOf } from "../plans/plan-suspension.ts";
import { lockCourse } from "../seats/seat-rows.ts";
import { cancelTrialsOf } from "../trials/trials.ts";
import { purgePagesOf } from "./end-suspensions.ts";
import { hideUntilEnd } from "./hide-courses.ts";
import { mailPaused } from "./paused-classes.mails.ts";
import type { SuspendedPerson } from "./suspended-person.ts";

const t = getTexts("staffPeople");

export interface NewSuspension {
  reason: string;
  /** The time of the decision, which lets an appeal recognize the suspension. */
  at: Date;
  endsAt: Date;
  /** Whether to cancel a teacher's courses, which refunds their students. */
  refundStudents: boolean;
}

/** What a suspension has to do after its transaction has committed. */
export interface Suspended {
  person: SuspendedPerson;
  /** Courses that no longer accept students. */
  closed: string[];
  canceled: CanceledCourse[];
}

/**
 * Suspends a locked person: their sessions and streams end, and they can't log in until the date. Others
 * can't find them, book trial lessons or write to them, and upcoming trial lessons are canceled. A
 * teacher's published courses are hidden, and either stay with their students or are canceled, and
 * the students are notified, all in this transaction. Suspending again replaces the date and the reason. The caller emails the
 * person, records the change in the audit log, and calls `finishSuspension` after the commit.
 */
export async function suspendLockedPerson(
  context: Context,
  tx: Db,
  person: SuspendedPerson,
  { reason, at, endsAt, refundStudents }: NewSuspension,
): Promise<Suspended> {
  const { userId } = person;
  await tx
    .update(users)
    .set({ suspendedAt: at, suspendedUntil: endsAt, suspendedReason: reason })
    .where(eq(users.id, userId));
  await revokeSessions(tx, { userId });
  const { profileId, role } = person;
  if (profileId && role) await cancelTrialsOf(context, tx, { id: profileId, role });
  // As after a refund, nobody else's class waits for the person.
  if (profileId) await removeFromLivePages(tx, profileId);
  const done: Suspended = { person, closed: [], canceled: [] };
  for (const { id, teacherId, isHidden } of await listPublished(tx, person)) {
    await lockCourse(tx, id);
    if (!isHidden) {
      await hideUntilEnd(tx, id, reason);
      done.closed.push(id);
    }
    if (refundStudents) {
      done.canceled.push(await cancelLockedCourse(context, tx, { id, teacherId }));
    }
  }
  if (profileId && role === "teacher") await mailPaused(context, tx, profileId, endsAt);
  return done;
}

/** Removes cached pages, closes checkouts, stops the renewal of a plan, and makes the refunds that the transaction has recorded. */
export async function finishSuspension(
  context: Context,
  { person, closed, canceled }: Suspended,
): Promise<void> {
  await purgePagesOf(context, person);
  for (const courseId of closed) await closeCourseCheckouts(context, courseId);
  for (const course of canceled) await finishCancellation(context, course);
  await stopRenewalOf(context, person.userId);
}

/**
 * Locks the account, so that staff who decide at the same time do so one after the other.
 * @throws AppError `not_found`.
 */
export async function lockPerson(tx: Db, userId: string): Promise<SuspendedPerson> {
  const [locked] = await tx
    .select({
      name: users.name,
      email: users.email,
      language: users.language,
      suspendedSince: users.suspendedAt,
      suspendedUntil: users.suspendedUntil,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("no key update");
  if (!locked) throw new AppError("not_found", t("server.error.noPerson"));
  const [profile] = await tx
    .select({ id: profiles.id, name: profiles.name, role: profiles.role })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  return {
    ...locked,
    userId,
    name: profile?.name ?? locked.name,
    profileId: profile?.id ?? null,
    role: profile?.role ?? null,
  };
}

/**
 * Members of staff must lose their role before they can be suspended or warned, and only a command
 * can remove it.
 * @throws AppError `conflict` for staff.
 */
export async function requireNoStaff(tx: Db, userId: string): Promise<void> {
  const [member] = await tx
    .select({ userId: staffMembers.userId })
    .from(staffMembers)
    .where(eq(staffMembers.userId, userId));
  if (member) throw new AppError("conflict", t("server.error.isStaff"));
}

interface PublishedCourse {
  id: string;
  teacherId: string;
  isHidden: boolean;
}

/** In the order in which other transactions lock several courses. */
async function listPublished(
  tx: Db,
  { role, profileId }: SuspendedPerson,
): Promise<PublishedCourse[]> {
  if (role !== "teacher" || profileId === null) return [];
  const rows = await tx
    .select({ id: courses.id, hiddenAt: courses.hiddenAt })
    .from(courses)
    .where(and(isTeacherOf(profileId), eq(courses.status, "published")))
    .orderBy(asc(courses.id));
  return rows.map(({ id, hiddenAt }) => ({
    id,
    teacherId: profileId,
    isHidden: hiddenAt !== null,
  }));
}
