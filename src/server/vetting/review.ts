/** What reviewers decide about a teacher. Each decision is one entry of the log and one email. */
import { AppError } from "#lib/errors.ts";
import type { StaffActionKind } from "#lib/staff/staff-actions.ts";
import { findDueReminder } from "#lib/vetting/vetting.rules.ts";
import type { VerifyInput, VettingReasonInput } from "#lib/vetting/vetting.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { findProfileTags } from "../course-members/profile-tags.ts";
import type { Db } from "../db/connection.ts";
import { transact } from "../db/transact.ts";
import { recordStaffAction } from "../staff/audit.ts";
import { requireNotOneself } from "../staff/own-affairs.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { reviewers } from "./permissions.ts";
import { mailTeacher, type VettingNews } from "./vetting.mails.ts";
import {
  addEvent,
  changeVetting,
  type LockedVetting,
  lockVetting,
  setBadge,
} from "./vetting-rows.ts";

const t = getTexts("vetting");

interface Review {
  kind: StaffActionKind;
  reason: string;
  details?: Record<string, unknown>;
  /** Emailed to the teacher. Notes aren't. */
  news?: VettingNews;
}

/**
 * Changes a teacher's review under its lock, with its entry in the log and its email.
 * @throws AppError `forbidden` for the reviewed teacher if someone else can review.
 */
async function reviewTeacher(
  context: Context,
  staff: StaffMember,
  teacherId: string,
  change: (tx: Db, locked: LockedVetting) => Promise<Review>,
): Promise<void> {
  await transact(context.db, async (tx) => {
    const locked = await lockVetting(tx, teacherId);
    await requireNotOneself(tx, staff, [locked.userId], reviewers);
    const { news, ...action } = await change(tx, locked);
    await recordStaffAction(tx, staff, {
      ...action,
      subjectKind: "person",
      subjectId: locked.userId,
    });
    if (news) await mailTeacher(context, tx, teacherId, news);
  });
  await context.purgePages(await findProfileTags(context.db, { id: teacherId, role: "teacher" }));
}

/**
 * @throws AppError `conflict` if the submission was decided or recalled, or has changed since it
 * was read.
 */
function requireSubmitted({ row }: LockedVetting, version: number): void {
  if (row.status !== "submitted") throw new AppError("conflict", t("server.error.decided"));
  requireVersion(row, version);
}

function requireVersion(row: LockedVetting["row"], version: number): void {
  if (row.version !== version) throw new AppError("conflict", t("server.error.changed"));
}

/**
 * Verifies a submitted teacher until a date. Replaces an earlier verification.
 * @throws AppError `not_found`; `conflict` if the submission was decided or has changed.
 */
export function verifyTeacher(
  context: Context,
  staff: StaffMember,
  teacherId: string,
  { scope, until, reason, version }: VerifyInput,
): Promise<void> {
  return reviewTeacher(context, staff, teacherId, async (tx, locked) => {
    requireSubmitted(locked, version);
    await changeVetting(tx, teacherId, {
      status: "verified",
      verifiedUntil: until,
      scope,
      submittedAt: null,
      // Prevents a reminder immediately after a short verification begins.
      remindedDays: findDueReminder(until, new Date()) ?? null,
    });
    await setBadge(tx, teacherId, true);
    await addEvent(tx, teacherId, {
      kind: "verified",
      authorId: staff.userId,
      reason,
      scope,
      until,
    });
    return {
      kind: "verify-teacher",
      reason,
      details: { scope, until },
      news: { kind: "verified", scope, until, reason },
    };
  });
}

/**
 * Asks a submitted teacher to change something. A verification that is still valid stays.
 * @throws AppError like `verifyTeacher`.
 */
export function requestChanges(
  context: Context,
  staff: StaffMember,
  teacherId: string,
  { reason, version }: VettingReasonInput,
): Promise<void> {
  return reviewTeacher(context, staff, teacherId, async (tx, locked) => {
    requireSubmitted(locked, version);
    await changeVetting(tx, teacherId, { status: "changes-requested", submittedAt: null });
    await addEvent(tx, teacherId, { kind: "changes-requested", authorId: staff.userId, reason });
    return {
      kind: "request-credential-changes",
      reason,
      news: { kind: "changesRequested", reason },
    };
  });
}

/**
 * Ends a verification. @throws AppError `not_found`; `conflict` if the teacher isn't verified, or
 * something has changed since it was read.
 */
export function withdrawVerification(
  context: Context,
  staff: StaffMember,
  teacherId: string,
  { reason, version }: VettingReasonInput,
): Promise<void> {
  return reviewTeacher(context, staff, teacherId, async (tx, { row, isVerified }) => {
    if (!isVerified) throw new AppError("conflict", t("server.error.notVerified"));
    requireVersion(row, version);
    const before = { scope: row.scope, until: row.verifiedUntil };
    await changeVetting(tx, teacherId, {
      status: "withdrawn",
      verifiedUntil: null,
      scope: [],
      submittedAt: null,
    });
    await setBadge(tx, teacherId, false);
    await addEvent(tx, teacherId, { kind: "withdrawn", authorId: staff.userId, reason });
    return {
      kind: "withdraw-verification",
      reason,
      details: { before },
      news: { kind: "withdrawn", reason },
    };
  });
}

/** Adds interview notes, which only reviewers read. @throws AppError `not_found`. */
export function addInterviewNote(
  context: Context,
  staff: StaffMember,
  teacherId: string,
  { text }: { text: string },
): Promise<void> {
  return reviewTeacher(context, staff, teacherId, async (tx) => {
    await addEvent(tx, teacherId, { kind: "note", authorId: staff.userId, reason: text });
    // Everyone with access to the log can read its reasons.
    return { kind: "note-on-teacher", reason: "" };
  });
}
