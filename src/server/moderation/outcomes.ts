/** Puts decisions about cases into effect, and reverses them after an appeal. */
import { and, eq, inArray, isNull, ne, or, type SQL } from "drizzle-orm";
import type { FrozenEvidence } from "#lib/cases/case-evidence.responses.ts";
import { type CaseOutcome, caseOutcomes, hidesContent } from "#lib/cases/cases.rules.ts";
import { AppError } from "#lib/errors.ts";
import { isPossibleEnd, suspensionEnd } from "#lib/suspensions/suspensions.ts";
import { getTexts } from "#translations/translate.ts";
import type { CaseRow } from "../cases/open-case.ts";
import { removeComment } from "../comments/remove-comment.ts";
import type { Context } from "../context.ts";
import { findProfileTags } from "../course-members/profile-tags.ts";
import { changeCourseVisibility } from "../courses/hide-course.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { caseEvidence, cases } from "../db/tables/cases.table.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { changeIntroductionVisibility } from "../introductions/introductions.ts";
import { hideMessage, showMessage } from "../messages/hide-message.ts";
import { closeCourseCheckouts } from "../payments/checkout/close-course-checkouts.ts";
import { findPaymentState } from "../payments/payment-page/payment-page.ts";
import { type RecordedRefund, requestStaffRefund } from "../payments/payment-page/staff-refund.ts";
import { lockPayment } from "../payments/payment-rows.ts";
import { attemptRefund } from "../payments/refunds/refund.ts";
import { hasPendingRefund } from "../payments/refunds/refundable.ts";
import { clearReview, lockReview, removeReview } from "../reviews/decisions.ts";
import { isWithdrawn } from "../reviews/own-review-row.ts";
import { endSuspension } from "../suspensions/end-suspensions.ts";
import {
  finishSuspension,
  lockPerson,
  requireNoStaff,
  type Suspended,
  suspendLockedPerson,
} from "../suspensions/suspend-person.ts";

const people = getTexts("staffPeople");
const staffCases = getTexts("staffCases");

/** What must be done after the commit, by `finishEffects`. */
export interface Effects {
  /** The tags of cached pages that changed. */
  tags: string[];
  /** Refunds that the transaction has recorded. */
  refunds: string[];
  /** Courses that no longer accept students. */
  closed: string[];
  suspended?: Suspended;
  /** What the entry of the decision in the audit log says about its refund. */
  refunded?: RecordedRefund;
}

export const nothing: Effects = { tags: [], refunds: [], closed: [] };

const purging = (tags: string[]): Effects => ({ ...nothing, tags });

export interface Outcome {
  outcome: CaseOutcome;
  reason: string;
  /** The time of the decision. */
  at: Date;
  /** The date on which a suspension ends. */
  until?: string | null | undefined;
  /** Whether a suspension refunds a teacher's students. */
  refundStudents?: boolean | undefined;
  /** What staff chose for the refund of a payment. */
  refund?: DecidedRefund | undefined;
}

export interface DecidedRefund {
  /** The refundable cents that the page showed, unless the page is an older one. */
  seenCents: number | undefined;
  teacherKeepsShare: boolean;
}

/** Does what a decision couldn't do in its transaction. */
export async function finishEffects(
  context: Context,
  { tags, refunds, closed, suspended }: Effects,
): Promise<void> {
  if (tags.length > 0) await context.purgePages(tags);
  for (const courseId of closed) await closeCourseCheckouts(context, courseId);
  if (suspended) await finishSuspension(context, suspended);
  for (const id of refunds) await attemptRefund(context, id);
}

/**
 * Checks what a suspension needs, before anything is changed.
 * @returns when it ends. @throws AppError `invalid_input`.
 */
export function requireEnd(until: string | null | undefined): Date {
  if (until && isPossibleEnd(until)) return suspensionEnd(until);
  const message = people("server.error.until");
  throw new AppError("invalid_input", message, { fields: [{ field: "until", message }] });
}

/** The case must be locked. @throws AppError if the outcome is no longer possible. */
export async function applyOutcome(
  context: Context,
  tx: Db,
  row: CaseRow,
  decided: Outcome,
): Promise<Effects> {
  const { outcome, reason } = decided;
  const isAboutPerson = outcome === "warn" || outcome === "suspend";
  if (isAboutPerson && row.aboutUserId) await requireNoStaff(tx, row.aboutUserId);
  const onContent = hidesContent(row.subjectKind, outcome)
    ? await hideContent(tx, row)
    : row.subjectKind === "review"
      ? await restoreReview(tx, row.subjectId)
      : nothing;
  if (outcome === "suspend")
    return { ...onContent, suspended: await suspend(context, tx, row, decided) };
  if (outcome === "hide-course") return hideCourse(tx, row, reason);
  if (outcome === "refund") return refund(context, tx, row, decided);
  if (row.kind === "refund") await requireNoPendingRefund(tx, row);
  return onContent;
}

async function suspend(
  context: Context,
  tx: Db,
  { id, aboutUserId }: CaseRow,
  { reason, at, until, refundStudents = false }: Outcome,
): Promise<Suspended> {
  if (!aboutUserId) throw new Error(`The case ${id} is about nobody`);
  const endsAt = requireEnd(until);
  const person = await lockPerson(tx, aboutUserId);
  return suspendLockedPerson(context, tx, person, { reason, at, endsAt, refundStudents });
}

/**
 * Reverses an outcome, except warnings, refunds and canceled courses, which can't be undone. A
 * suspension by a later decision doesn't end, and what another case has also hidden stays hidden.
 */
export async function revertOutcome(
  context: Context,
  tx: Db,
  row: CaseRow,
  outcome: CaseOutcome,
): Promise<Effects> {
  if (outcome === "hide-course") return showCourse(tx, row);
  const ofPerson = outcome === "suspend" ? await endSuspensionOf(context, tx, row) : nothing;
  if (!hidesContent(row.subjectKind, outcome)) return ofPerson;
  const hiding = caseOutcomes.filter((each) => hidesContent(row.subjectKind, each));
  const isAboutSubject = and(
    eq(cases.subjectKind, row.subjectKind),
    eq(cases.subjectId, row.subjectId),
  );
  if (await isHiddenByOther(tx, row, hiding, isAboutSubject)) return ofPerson;
  const onContent = await showContent(tx, row);
  return { ...onContent, tags: [...ofPerson.tags, ...onContent.tags] };
}

/** Whether another decided case about the same subject has one of the outcomes. */
async function isHiddenByOther(
  tx: Db,
  { id }: CaseRow,
  outcomes: readonly CaseOutcome[],
  isAboutSame: SQL | undefined,
): Promise<boolean> {
  const isDecided = and(ne(cases.id, id), inArray(cases.decision, [...outcomes]));
  return (await tx.$count(cases, and(isDecided, isAboutSame))) > 0;
}

async function endSuspensionOf(
  context: Context,
  tx: Db,
  { aboutUserId, decidedAt }: CaseRow,
): Promise<Effects> {
  if (!aboutUserId || !decidedAt) return nothing;
  const [person] = await tx
    .select({ since: users.suspendedAt })
    .from(users)
    .where(and(eq(users.id, aboutUserId), isNull(users.deletedAt)))
    .for("no key update");
  if (person?.since?.getTime() !== decidedAt.getTime()) return nothing;
  await endSuspension(context, tx, aboutUserId);
  const { profileId, role } = await lockPerson(tx, aboutUserId);
  return purging(profileId && role ? await findProfileTags(tx, { id: profileId, role }) : []);
}

async function hideContent(tx: Db, { subjectKind, subjectId }: CaseRow): Promise<Effects> {
  if (subjectKind === "review") {
    const review = await lockReview(tx, subjectId);
    return review ? purging(await removeReview(tx, review)) : nothing;
  }
  if (subjectKind === "introduction") {
    return purging(await changeIntroductionVisibility(tx, subjectId, new Date()));
  }
  if (subjectKind === "comment") await removeComment(tx, subjectId, true);
  else await hideMessage(tx, subjectId);
  return nothing;
}

async function showContent(tx: Db, row: CaseRow): Promise<Effects> {
  const { subjectKind, subjectId } = row;
  if (subjectKind === "review") return showReview(tx, subjectId);
  if (subjectKind === "introduction") {
    return purging(await changeIntroductionVisibility(tx, subjectId, null));
  }
  if (subjectKind === "comment") await removeComment(tx, subjectId, false);
  else {
    const text = await findReportedText(tx, row.id);
    if (text !== undefined) await showMessage(tx, subjectId, text);
  }
  return nothing;
}

/**
 * A review that reports have hidden until staff decide is shown again, and reports can't hide it
 * again. One that staff removed before stays removed.
 */
async function restoreReview(tx: Db, reviewId: string): Promise<Effects> {
  const review = await lockReview(tx, reviewId);
  if (!review || review.removedAt) return nothing;
  return purging(await clearReview(tx, review));
}

/** Has no effect on a review that its author has deleted. */
async function showReview(tx: Db, reviewId: string): Promise<Effects> {
  const review = await lockReview(tx, reviewId);
  if (!review || isWithdrawn(review)) return nothing;
  return purging(await clearReview(tx, review));
}

/** The evidence of a case, in its order. */
export async function readEvidence(db: Db, caseId: string): Promise<FrozenEvidence[]> {
  const rows = await db
    .select({ content: caseEvidence.content })
    .from(caseEvidence)
    .where(eq(caseEvidence.caseId, caseId))
    .orderBy(caseEvidence.position);
  return rows.map(({ content }) => content);
}

/** What the person concerned wrote, if the case is about a text. */
export async function findReportedText(db: Db, caseId: string): Promise<string | undefined> {
  const evidence = await readEvidence(db, caseId);
  const found = evidence.find(
    (each) =>
      each.kind === "review" ||
      each.kind === "comment" ||
      (each.kind === "message" && each.isReported),
  );
  return found && "text" in found ? found.text : undefined;
}

/** A database trigger purges the pages. */
async function hideCourse(tx: Db, row: CaseRow, reason: string): Promise<Effects> {
  const courseId = await findCourseId(tx, row);
  if (!courseId) return nothing;
  await changeCourseVisibility(tx, courseId, reason);
  return { ...nothing, closed: [courseId] };
}

async function showCourse(tx: Db, row: CaseRow): Promise<Effects> {
  const course = await findHiddenCourse(tx, row);
  if (!course) return nothing;
  const { courseId } = course;
  const ofCourse = tx
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.courseId, courseId));
  const isAboutCourse = or(eq(cases.subjectId, courseId), inArray(cases.subjectId, ofCourse));
  const isHidden =
    !course.isHiddenByIt || (await isHiddenByOther(tx, row, ["hide-course"], isAboutCourse));
  if (!isHidden) await changeCourseVisibility(tx, courseId, null);
  return nothing;
}

/** The course of a decision that hid it, and whether it is still hidden for the same reason. */
export async function findHiddenCourse(
  db: Db,
  row: CaseRow,
): Promise<{ courseId: string; isHiddenByIt: boolean } | undefined> {
  const courseId = await findCourseId(db, row);
  if (!courseId) return undefined;
  const [course] = await db
    .select({ reason: courses.hiddenReason, bySuspension: courses.hiddenBySuspension })
    .from(courses)
    .where(eq(courses.id, courseId));
  // Staff who hide a course again replace the reason.
  const isHiddenByIt = course?.reason === row.decisionReason && !course.bySuspension;
  return { courseId, isHiddenByIt };
}

async function findCourseId(
  tx: Db,
  { id, subjectKind, subjectId }: CaseRow,
): Promise<string | undefined> {
  if (subjectKind === "course") return subjectId;
  const evidence = await readEvidence(tx, id);
  return evidence.find((each) => each.kind === "course")?.id;
}

/** Does the same as a full refund on the page of the payment. The log has one entry for the decision and the refund. */
async function refund(
  context: Context,
  tx: Db,
  { id, subjectId }: CaseRow,
  { reason, refund: chosen }: Outcome,
): Promise<Effects> {
  const rows = await lockPayment(tx, subjectId);
  if (!rows || !chosen) throw new Error(`The payment of the case ${id} can't be refunded`);
  // A case is decided once, and the page of the payment finds the decision by this ID.
  const request = { ...chosen, reason, requestId: id };
  const refunded = await requestStaffRefund(context, tx, rows.payment, request);
  return { ...nothing, refunds: [refunded.refundId], refunded };
}

/** The email about taking no action says what was refunded, which a refund in progress changes. */
async function requireNoPendingRefund(tx: Db, { subjectId }: CaseRow): Promise<void> {
  if (!(await hasPendingRefund(tx, subjectId))) return;
  const isRejected = (await findPaymentState(tx, subjectId))?.isRefundRejected;
  const text = isRejected ? "server.refundRejected" : "server.refunding";
  throw new AppError("conflict", staffCases(text));
}
