/** Puts decisions about cases into effect, and reverses them after an appeal. */
import { and, eq, isNull } from "drizzle-orm";
import type { CaseEvidence } from "#lib/cases/case-evidence.ts";
import { type CaseOutcome, hidesText } from "#lib/cases/cases.rules.ts";
import { AppError } from "#lib/errors.ts";
import { isPossibleEnd, suspensionEnd } from "#lib/suspensions/suspensions.ts";
import { getTexts } from "#translations/translate.ts";
import type { CaseRow } from "../cases/open-case.ts";
import { removeComment } from "../comments/remove-comment.ts";
import type { Context } from "../context.ts";
import { changeCourseVisibility } from "../courses/hide-course.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { caseEvidence } from "../db/tables/cases.table.ts";
import { hideMessage, showMessage } from "../messages/hide-message.ts";
import { closeCourseCheckouts } from "../payments/checkout/close-course-checkouts.ts";
import { attemptRefund } from "../payments/refunds/refund.ts";
import { requestRefund } from "../payments/refunds/refund-request.ts";
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

/** What must be done after the commit, by `finishEffects`. */
export interface Effects {
  /** The tags of cached pages that changed. */
  tags: string[];
  /** Refunds that the transaction has recorded. */
  refunds: string[];
  /** Courses that take no students anymore. */
  closed: string[];
  suspended?: Suspended;
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

/** The case must be locked. @throws AppError if the outcome isn't possible anymore. */
export async function applyOutcome(
  context: Context,
  tx: Db,
  row: CaseRow,
  decided: Outcome,
): Promise<Effects> {
  const { outcome, reason } = decided;
  const isAboutPerson = outcome === "warn" || outcome === "suspend";
  if (isAboutPerson && row.aboutUserId) await requireNoStaff(tx, row.aboutUserId);
  const onText = hidesText(row.subjectKind, outcome)
    ? await hideText(tx, row)
    : // Text that was hidden while staff decided is shown again, and can't be hidden by reports.
      row.subjectKind === "review"
      ? await showReview(tx, row.subjectId)
      : nothing;
  if (outcome === "suspend")
    return { ...onText, suspended: await suspend(context, tx, row, decided) };
  if (outcome === "hide-course") return setCourse(tx, row, reason);
  if (outcome === "refund") return refund(context, tx, row);
  return onText;
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
 * Reverses an outcome, except warnings, refunds and canceled courses, which can't be taken back. A
 * suspension of a later decision doesn't end.
 */
export async function revertOutcome(tx: Db, row: CaseRow, outcome: CaseOutcome): Promise<Effects> {
  if (outcome === "hide-course") return setCourse(tx, row, null);
  if (outcome === "suspend") await endSuspensionOf(tx, row);
  return hidesText(row.subjectKind, outcome) ? showText(tx, row) : nothing;
}

async function endSuspensionOf(tx: Db, { aboutUserId, decidedAt }: CaseRow): Promise<void> {
  if (!aboutUserId || !decidedAt) return;
  const [person] = await tx
    .select({ since: users.suspendedAt })
    .from(users)
    .where(and(eq(users.id, aboutUserId), isNull(users.deletedAt)))
    .for("no key update");
  if (person?.since?.getTime() === decidedAt.getTime()) await endSuspension(tx, aboutUserId);
}

async function hideText(tx: Db, { subjectKind, subjectId }: CaseRow): Promise<Effects> {
  if (subjectKind === "review") {
    const review = await lockReview(tx, subjectId);
    return review ? purging(await removeReview(tx, review)) : nothing;
  }
  if (subjectKind === "comment") await removeComment(tx, subjectId, true);
  else await hideMessage(tx, subjectId);
  return nothing;
}

async function showText(tx: Db, row: CaseRow): Promise<Effects> {
  const { subjectKind, subjectId } = row;
  if (subjectKind === "review") return showReview(tx, subjectId);
  if (subjectKind === "comment") await removeComment(tx, subjectId, false);
  else {
    const text = await findReportedText(tx, row.id);
    if (text !== undefined) await showMessage(tx, subjectId, text);
  }
  return nothing;
}

/** Has no effect on a review that its author has deleted. */
async function showReview(tx: Db, reviewId: string): Promise<Effects> {
  const review = await lockReview(tx, reviewId);
  if (!review || isWithdrawn(review)) return nothing;
  return purging(await clearReview(tx, review));
}

/** The evidence of a case, in its order. */
export async function readEvidence(db: Db, caseId: string): Promise<CaseEvidence[]> {
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

async function setCourse(
  tx: Db,
  { id, subjectKind, subjectId }: CaseRow,
  reason: string | null,
): Promise<Effects> {
  const courseId = subjectKind === "course" ? subjectId : await findCourseId(tx, id);
  if (!courseId) return nothing;
  await changeCourseVisibility(tx, courseId, reason);
  // A database trigger purges the pages.
  return reason === null ? nothing : { ...nothing, closed: [courseId] };
}

async function findCourseId(tx: Db, caseId: string): Promise<string | undefined> {
  const evidence = await readEvidence(tx, caseId);
  return evidence.find((each) => each.kind === "course")?.id;
}

async function refund(context: Context, tx: Db, { id }: CaseRow): Promise<Effects> {
  const evidence = await readEvidence(tx, id);
  const payment = evidence.find((each) => each.kind === "payment");
  if (!payment) throw new Error(`The case ${id} has no payment`);
  const { enrollmentId } = payment;
  const refundId = await requestRefund(context, tx, enrollmentId, "staff");
  return { ...nothing, refunds: refundId ? [refundId] : [] };
}
