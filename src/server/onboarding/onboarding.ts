/**
 * The checklist of first steps for new students and teachers. A step counts as done once the data
 * shows it, wherever it was done.
 */
import { eq, type SQL, sql } from "drizzle-orm";
import {
  type ChecklistItem,
  type OnboardingStep,
  studentSteps,
  teacherSteps,
} from "#lib/onboarding/onboarding.rules.ts";
import type { ChecklistInput } from "#lib/onboarding/onboarding.ts";
import { adultAge } from "#lib/people/people.options.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { isEnrolledSeat } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { attendances, meetingConnections } from "../db/tables/meetings.table.ts";
import { paymentAccounts } from "../db/tables/payments.table.ts";
import { certifications, educations, profiles, timeSlots } from "../db/tables/people.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";
import { ijazahs } from "../db/tables/vetting.table.ts";

const exists = (query: SQL) => sql<boolean>`exists (select 1 from ${query})`;

const ofStudent = {
  hasSeat: exists(
    sql`${enrollments} seat where seat.student_id = ${profiles.id} and ${isEnrolledSeat}`,
  ),
  hasTrial: exists(
    sql`${trialLessons} trial where trial.student_id = ${profiles.id} and trial.status <> 'cancelled'`,
  ),
  hasAttended: exists(sql`${attendances} visit where visit.student_id = ${profiles.id}`),
};

const ofTeacher = {
  hasCredentials: sql<boolean>`(
    ${exists(sql`${certifications} entry where entry.teacher_id = ${profiles.id}`)}
    or ${exists(sql`${educations} entry where entry.teacher_id = ${profiles.id}`)}
    or ${exists(sql`${ijazahs} entry where entry.teacher_id = ${profiles.id}`)}
  )`,
  isConnected: exists(
    sql`${meetingConnections} connection where connection.teacher_id = ${profiles.id}
      and connection.revoked_at is null`,
  ),
  isPaid: exists(
    sql`${paymentAccounts} account where account.teacher_id = ${profiles.id}
      and account.charges_enabled and account.closed_at is null`,
  ),
  hasCourse: exists(sql`${courses} course where course.teacher_id = ${profiles.id}`),
  hasStudents: exists(
    sql`${courses} course join ${enrollments} seat on seat.course_id = course.id
      where course.teacher_id = ${profiles.id} and ${isEnrolledSeat}`,
  ),
  hasHours: exists(sql`${timeSlots} slot where slot.teacher_id = ${profiles.id}`),
};

/**
 * The steps of the actor with their state. Undefined once all are done, the list was dismissed, or
 * the person isn't new: a student who has attended a class, or a teacher who has students.
 */
export async function findChecklist(
  { db }: Pick<Context, "db">,
  actor: Actor,
): Promise<ChecklistItem[] | undefined> {
  const { profile } = requireProfile(actor);
  const found = await (profile.role === "student" ? readStudent : readTeacher)(db, profile.id);
  if (!found || found.every(({ isDone }) => isDone)) return undefined;
  return found;
}

async function readStudent(db: Db, id: string): Promise<ChecklistItem[] | undefined> {
  const [row] = await db
    .select({ profile: profiles, ...ofStudent })
    .from(profiles)
    .where(eq(profiles.id, id));
  if (!row || row.profile.checklistDismissedAt || row.hasAttended) return undefined;
  const { profile } = row;
  const isMinor = profile.age !== null && profile.age < adultAge;
  const done: Partial<Record<OnboardingStep, boolean>> = {
    profile: profile.quranLevel !== null && profile.learningGoals.length > 0,
    ...(isMinor && {
      guardian: Boolean(profile.parentGuardianName && profile.parentGuardianContact),
    }),
    find: row.hasSeat || row.hasTrial,
    device: profile.deviceTestedAt !== null,
  };
  return listSteps(studentSteps, done);
}

async function readTeacher(db: Db, id: string): Promise<ChecklistItem[] | undefined> {
  const [row] = await db
    .select({ profile: profiles, ...ofTeacher })
    .from(profiles)
    .where(eq(profiles.id, id));
  if (!row || row.profile.checklistDismissedAt || row.hasStudents) return undefined;
  const { profile } = row;
  return listSteps(teacherSteps, {
    profile: Boolean(profile.bio) && profile.specializations.length > 0,
    picture: profile.profileImageUrl !== null,
    credentials: row.hasCredentials,
    meetings: row.isConnected,
    payments: row.isPaid,
    course: row.hasCourse,
    trials: profile.offersTrials && row.hasHours,
  });
}

/** The steps that apply to the person, in order. */
function listSteps(
  steps: readonly OnboardingStep[],
  done: Partial<Record<OnboardingStep, boolean>>,
): ChecklistItem[] {
  return steps.flatMap((step) => {
    const isDone = done[step];
    return isDone === undefined ? [] : { step, isDone };
  });
}

/** Records what the person says about the checklist. */
export async function updateChecklist(
  { db }: Pick<Context, "db">,
  actor: Actor,
  { action }: ChecklistInput,
): Promise<void> {
  const { profile } = requireProfile(actor);
  const now = new Date();
  await db
    .update(profiles)
    .set(action === "device" ? { deviceTestedAt: now } : { checklistDismissedAt: now })
    .where(eq(profiles.id, profile.id));
}
