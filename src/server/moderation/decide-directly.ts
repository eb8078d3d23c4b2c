/**
 * Decisions that staff make on the page of a person or course, without a report. Each has a case of
 * its own, so that the person concerned can appeal it like any other decision.
 */

import { AppError } from "#lib/errors.ts";
import type { StaffActionKind, StaffSubjectKind } from "#lib/staff/staff-actions.ts";
import type { SuspensionInput, WarningInput } from "#lib/suspensions/suspensions.ts";
import { getTexts } from "#translations/translate.ts";
import { openStaffCase } from "../cases/open-case.ts";
import { courseNotFound } from "../catalog/find-course.ts";
import type { Context } from "../context.ts";
import { requireNotHidden } from "../courses/hide-course.ts";
import type { Db } from "../db/connection.ts";
import { transact } from "../db/transact.ts";
import { recordStaffAction, requireReason, type StaffAuthor } from "../staff/audit.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { findLatestAction } from "../staff/staff-log.ts";
import { lockPerson, requireNoStaff } from "../suspensions/suspend-person.ts";
import { mailPersonConcerned } from "./decision-mails.ts";
import { requireImpartialAbout } from "./impartial.ts";
import { applyOutcome, type Effects, finishEffects, type Outcome } from "./outcomes.ts";

const t = getTexts("staffPeople");

/**
 * Suspends a person until a date, and refunds a teacher's students if the input says so. Suspending
 * again replaces the date and the reason.
 *
 * @throws AppError `not_found`; `forbidden` for those who may not decide a pending case about the person or
 * one that the person has reported; `conflict` for staff, and if someone else has decided about the person
 * since the page was loaded.
 */
export async function suspendPerson(
  context: Context,
  staff: StaffMember,
  userId: string,
  { until, reason, refundStudents = false, seenSince, seenAction }: SuspensionInput,
): Promise<void> {
  const { effects } = await transact(context.db, async (tx) => {
    const { role, suspendedSince } = await lockPerson(tx, userId);
    await requireNoStaff(tx, userId);
    await requireImpartialAbout(tx, staff, userId);
    if ((suspendedSince?.toISOString() ?? null) !== seenSince) {
      throw new AppError("conflict", t("server.error.changed"));
    }
    if (seenAction !== undefined) await requireSeenAction(tx, staff, userId, seenAction);
    const decision = { outcome: "suspend", reason, at: new Date(), until, refundStudents } as const;
    return decide(context, tx, staff, { kind: "person", id: userId }, decision, {
      kind: "suspend-person",
      until,
      ...(role === "teacher" && { refundStudents }),
    });
  });
  await finishEffects(context, effects);
}

/**
 * Warns a person by email.
 * @throws AppError `not_found`; `forbidden` for those who may not decide a pending case about the person or
 * one that the person has reported; `conflict` for staff, and if someone else has decided about the person
 * since the page was loaded.
 */
export async function warnPerson(
  context: Context,
  staff: StaffMember,
  userId: string,
  { reason, seenAction }: WarningInput,
): Promise<void> {
  await transact(context.db, async (tx) => {
    await lockPerson(tx, userId);
    await requireNoStaff(tx, userId);
    await requireImpartialAbout(tx, staff, userId);
    await requireSeenAction(tx, staff, userId, seenAction);
    const decision = { outcome: "warn", reason, at: new Date() } as const;
    const subject = { kind: "person", id: userId } as const;
    await decide(context, tx, staff, subject, decision, { kind: "warn-person" });
  });
}

async function requireSeenAction(
  tx: Db,
  staff: StaffMember,
  userId: string,
  seenAction: string | null,
): Promise<void> {
  if ((await findLatestAction(tx, staff, userId)) === seenAction) return;
  throw new AppError("conflict", t("server.error.decided"));
}

/**
 * Hides a course from all public pages, and emails its teacher. The command of operators replaces
 * the reason of a course that is hidden already.
 * @returns the title of the course.
 * @throws AppError `not_found`; `invalid_input` without a reason; `conflict` for staff in the
 * console if someone else has hidden the course.
 */
export async function hideCourseDirectly(
  context: Context,
  author: StaffAuthor,
  courseId: string,
  input: { reason: string },
): Promise<string> {
  const reason = requireReason(input.reason);
  const { effects, title } = await transact(context.db, async (tx) => {
    if ("userId" in author) await requireNotHidden(tx, courseId);
    const decision = { outcome: "hide-course", reason, at: new Date() } as const;
    const subject = { kind: "course", id: courseId } as const;
    return decide(context, tx, author, subject, decision, { kind: "hide-course" });
  });
  await finishEffects(context, effects);
  return title;
}

interface Recorded {
  kind: StaffActionKind;
  until?: string;
  refundStudents?: boolean;
}

async function decide(
  context: Context,
  tx: Db,
  author: StaffAuthor,
  subject: { kind: StaffSubjectKind & ("person" | "course"); id: string },
  decision: Outcome,
  { kind, ...details }: Recorded,
): Promise<{ effects: Effects; title: string }> {
  const { outcome, reason, at, until, refundStudents } = decision;
  const staffId = "userId" in author ? author.userId : null;
  const row = await openStaffCase(tx, subject, {
    outcome,
    reason,
    staffId,
    at,
    until,
    refundStudents,
  });
  if (!row) {
    throw subject.kind === "course"
      ? courseNotFound()
      : new AppError("not_found", t("server.error.noPerson"));
  }
  const effects = await applyOutcome(context, tx, row, decision);
  await recordStaffAction(tx, author, {
    kind,
    subjectKind: subject.kind,
    subjectId: subject.id,
    reason,
    details: { ...details, case: row.id },
  });
  await mailPersonConcerned(context, tx, { ...row, decidedAt: at }, { outcome, reason }, null);
  return { effects, title: row.title };
}
