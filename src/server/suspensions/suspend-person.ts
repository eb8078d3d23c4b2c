/** Suspending people until a date, reinstating and warning them. */
import { and, asc, eq, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { type SuspensionInput, suspensionEnd } from "#lib/suspensions/suspensions.ts";
import { getTexts } from "#translations/translate.ts";
import { revokeSessions } from "../accounts/sessions/sessions.ts";
import type { Context } from "../context.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import { cancelCourse } from "../courses/course-cancellation.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { staffMembers } from "../db/tables/staff.table.ts";
import { transact } from "../db/transact.ts";
import {
  closeCourseCheckouts,
  stopCourseCheckouts,
} from "../payments/checkout/close-course-checkouts.ts";
import { lockCourse } from "../seats/seat-rows.ts";
import { recordStaffAction } from "../staff/audit.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { endSuspension } from "./end-suspensions.ts";
import type { SuspendedPerson } from "./suspended-person.ts";
import { mailReinstated, mailSuspended, mailWarning } from "./suspensions.mails.ts";

const t = getTexts("staffPeople");

/**
 * Suspends a person: their sessions and streams end, and they can't log in until the date. A
 * teacher's published courses are hidden, and either stay with their students or are canceled, which
 * refunds them. Suspending again replaces the date and the reason.
 *
 * @throws AppError `not_found`; `conflict` for staff.
 */
export async function suspendPerson(
  context: Context,
  staff: StaffMember,
  userId: string,
  { until, reason, refundStudents = false }: SuspensionInput,
): Promise<void> {
  const endsAt = suspensionEnd(until);
  const { person, hidden } = await transact(context.db, async (tx) => {
    const found = await lockPerson(tx, userId);
    await requireNoStaff(tx, userId);
    await tx
      .update(users)
      .set({ suspendedAt: new Date(), suspendedUntil: endsAt, suspendedReason: reason })
      .where(eq(users.id, userId));
    await revokeSessions(tx, { userId });
    const courseIds = await hideCourses(tx, found, reason);
    await recordStaffAction(tx, staff, {
      kind: "suspend-person",
      subjectKind: "person",
      subjectId: userId,
      reason,
      details: {
        until,
        ...(found.role === "teacher" && { refundStudents, courses: courseIds.length }),
      },
    });
    await mailSuspended(context, tx, found, { reason, endsAt });
    return { person: found, hidden: courseIds };
  });
  for (const courseId of hidden) await closeCourseCheckouts(context, courseId);
  if (refundStudents) await cancelCourses(context, person);
}

/** Ends a suspension before its date. @throws AppError `not_found`; `conflict` if there is none. */
export async function reinstatePerson(
  context: Context,
  staff: StaffMember,
  userId: string,
  { reason }: { reason: string },
): Promise<void> {
  await transact(context.db, async (tx) => {
    const person = await lockPerson(tx, userId);
    if (!(await endSuspension(tx, userId))) {
      throw new AppError("conflict", t("server.error.notSuspended"));
    }
    await recordStaffAction(tx, staff, {
      kind: "reinstate-person",
      subjectKind: "person",
      subjectId: userId,
      reason,
    });
    await mailReinstated(context, tx, person);
  });
}

/** Emails a warning. @throws AppError `not_found`; `conflict` for staff. */
export async function warnPerson(
  context: Context,
  staff: StaffMember,
  userId: string,
  { reason }: { reason: string },
): Promise<void> {
  await transact(context.db, async (tx) => {
    const person = await lockPerson(tx, userId);
    await requireNoStaff(tx, userId);
    await recordStaffAction(tx, staff, {
      kind: "warn-person",
      subjectKind: "person",
      subjectId: userId,
      reason,
    });
    await mailWarning(context, tx, person, { reason });
  });
}

/** Locks the account, so that staff who decide at the same time do so one after the other. */
async function lockPerson(tx: Db, userId: string): Promise<SuspendedPerson> {
  const [locked] = await tx
    .select({ name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("no key update");
  if (!locked) throw new AppError("not_found", t("server.error.noPerson"));
  const [profile] = await tx
    .select({
      id: profiles.id,
      name: profiles.name,
      role: profiles.role,
      timeZone: profiles.timeZone,
    })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  return {
    ...locked,
    userId,
    name: profile?.name ?? locked.name,
    timeZone: profile?.timeZone ?? null,
    profileId: profile?.id ?? null,
    role: profile?.role ?? null,
  };
}

/** Staff lose their role before they can be suspended, which only a command does. */
async function requireNoStaff(tx: Db, userId: string): Promise<void> {
  const [member] = await tx
    .select({ userId: staffMembers.userId })
    .from(staffMembers)
    .where(eq(staffMembers.userId, userId));
  if (member) throw new AppError("conflict", t("server.error.isStaff"));
}

/** Hides the teacher's published courses until the suspension ends. @returns their IDs. */
async function hideCourses(tx: Db, person: SuspendedPerson, reason: string): Promise<string[]> {
  if (person.role !== "teacher" || person.profileId === null) return [];
  const shown = await tx
    .select({ id: courses.id })
    .from(courses)
    .where(
      and(isTeacherOf(person.profileId), eq(courses.status, "published"), isNull(courses.hiddenAt)),
    )
    .orderBy(asc(courses.id));
  for (const { id } of shown) {
    await lockCourse(tx, id);
    await tx
      .update(courses)
      .set({ hiddenAt: new Date(), hiddenReason: reason, hiddenBySuspension: true })
      .where(eq(courses.id, id));
    await stopCourseCheckouts(tx, id);
  }
  return shown.map(({ id }) => id);
}

/** Cancels the teacher's published courses on their behalf. */
async function cancelCourses(context: Context, person: SuspendedPerson): Promise<void> {
  if (person.role !== "teacher" || person.profileId === null) return;
  const { userId, email, name, profileId: id } = person;
  const teacher = {
    userId,
    email,
    name,
    sessionId: "staff",
    profile: { id, role: "teacher" as const },
  };
  const published = await context.db
    .select({ id: courses.id })
    .from(courses)
    .where(and(isTeacherOf(id), eq(courses.status, "published")))
    .orderBy(asc(courses.id));
  for (const course of published) await cancelCourse(context, teacher, course.id);
}
