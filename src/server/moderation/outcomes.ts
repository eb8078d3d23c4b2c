/** Puts decisions about cases into effect, and reverses them after an appeal. */
import { eq } from "drizzle-orm";
import type { CaseEvidence } from "#lib/cases/case-evidence.ts";
import { type CaseOutcome, hidesText } from "#lib/cases/cases.rules.ts";
import type { CaseRow } from "../cases/open-case.ts";
import { removeComment } from "../comments/remove-comment.ts";
import type { Context } from "../context.ts";
import { changeCourseVisibility } from "../courses/hide-course.ts";
import type { Db } from "../db/connection.ts";
import { caseEvidence } from "../db/tables/cases.table.ts";
import { hideMessage, showMessage } from "../messages/hide-message.ts";
import { requestRefund } from "../payments/refunds/refund-request.ts";
import { clearReview, lockReview, removeReview } from "../reviews/decisions.ts";
import { isWithdrawn } from "../reviews/own-review-row.ts";

/** What must be done after the commit. */
export interface Effects {
  /** The tags of cached pages that changed. */
  tags: string[];
  refund?: { enrollmentId: string; refundId: string | undefined };
}

const nothing: Effects = { tags: [] };

export interface Outcome {
  outcome: CaseOutcome;
  reason: string;
}

/** The case must be locked. @throws AppError if the outcome isn't possible anymore. */
export async function applyOutcome(
  context: Context,
  tx: Db,
  row: CaseRow,
  { outcome, reason }: Outcome,
): Promise<Effects> {
  if (hidesText(row.subjectKind, outcome)) return hideText(tx, row);
  // Text that was hidden while staff decided is shown again, and can't be hidden by reports.
  if (row.subjectKind === "review") return showReview(tx, row.subjectId);
  if (outcome === "hide-course") return setCourse(tx, row, reason);
  if (outcome === "refund") return refund(context, tx, row);
  return nothing;
}

/** Reverses an outcome, except warnings and refunds, which can't be taken back. */
export async function revertOutcome(tx: Db, row: CaseRow, outcome: CaseOutcome): Promise<Effects> {
  if (outcome === "hide-course") return setCourse(tx, row, null);
  return hidesText(row.subjectKind, outcome) ? showText(tx, row) : nothing;
}

async function hideText(tx: Db, { subjectKind, subjectId }: CaseRow): Promise<Effects> {
  if (subjectKind === "review") {
    const review = await lockReview(tx, subjectId);
    return { tags: review ? await removeReview(tx, review) : [] };
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
  return { tags: await clearReview(tx, review) };
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
  if (courseId) await changeCourseVisibility(tx, courseId, reason);
  // A database trigger purges the pages.
  return nothing;
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
  return { tags: [], refund: { enrollmentId, refundId } };
}
