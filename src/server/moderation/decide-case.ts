/** Decides cases, and notifies everyone concerned. */
import { and, eq, sql } from "drizzle-orm";
import type { CaseDecisionInput } from "#lib/cases/case-input.ts";
import { type CaseOutcome, isPending, listOutcomes } from "#lib/cases/cases.rules.ts";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { CaseRow } from "../cases/open-case.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { caseNotes, caseReports, cases } from "../db/tables/cases.table.ts";
import { transact } from "../db/transact.ts";
import { recordStaffAction } from "../staff/audit.ts";
import { requireNotOneself } from "../staff/own-affairs.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { deciders, hasOtherDeciders } from "./deciders.ts";
import { mailPersonConcerned, mailReporters } from "./decision-mails.ts";
import { lockCase } from "./lock-case.ts";
import {
  applyOutcome,
  type Effects,
  finishEffects,
  nothing,
  type Outcome,
  revertOutcome,
} from "./outcomes.ts";

const t = getTexts("staffCases");

/**
 * Decides a pending case once, even if others decide at the same moment. After an appeal, someone
 * else decides, and the first decision is reversed if the outcome is another one.
 *
 * @throws AppError `not_found`; `conflict` if the case was decided, or has changed since the staff
 * member read it; `invalid_input` for an outcome that doesn't fit the subject; `forbidden` for the
 * person who made the decision that was appealed, and for those who reported the subject.
 */
export async function decideCase(
  context: Context,
  staff: StaffMember,
  caseId: string,
  input: CaseDecisionInput,
): Promise<void> {
  const effects = await transact(context.db, async (tx) => {
    const row = await lockCase(tx, staff, caseId);
    if (!isPending(row.status)) throw new AppError("conflict", t("server.decided"));
    if (row.version !== input.version) throw new AppError("conflict", t("server.changed"));
    if (!listOutcomes(row.subjectKind).includes(input.outcome)) {
      const message = t("invalid.outcome");
      const fields = [{ field: "outcome", message }];
      throw new AppError("invalid_input", message, { fields });
    }
    if (row.aboutUserId === staff.userId) throw new AppError("forbidden", t("server.aboutYou"));
    await requireAnotherMember(tx, staff, row);
    await requireNotReporter(tx, staff, row);
    return decide(context, tx, staff, row, input);
  });
  await finishEffects(context, effects);
}

/** A small team may have nobody else who can decide about an appeal. */
async function requireAnotherMember(tx: Db, staff: StaffMember, row: CaseRow): Promise<void> {
  if (!row.appealedAt || row.decidedById !== staff.userId) return;
  if (await hasOtherDeciders(tx, staff)) throw new AppError("forbidden", t("server.ownDecision"));
}

/** Someone who has reported a review of their own course, for example, doesn't decide about it. */
async function requireNotReporter(tx: Db, staff: StaffMember, { id }: CaseRow): Promise<void> {
  const isOwn = and(eq(caseReports.caseId, id), eq(caseReports.reporterId, staff.userId));
  if ((await tx.$count(caseReports, isOwn)) === 0) return;
  await requireNotOneself(tx, staff, [staff.userId], deciders);
}

async function decide(
  context: Context,
  tx: Db,
  staff: StaffMember,
  row: CaseRow,
  { outcome, reason, until, refundStudents }: CaseDecisionInput,
): Promise<Effects> {
  const before = row.appealedAt ? row.decision : null;
  const now = new Date();
  const decision = { outcome, reason, at: now, until, refundStudents };
  const effects =
    before === outcome ? nothing : await replaceOutcome(context, tx, row, before, decision);
  await tx
    .update(cases)
    .set({
      status: "decided",
      decision: outcome,
      decisionReason: reason,
      decidedAt: now,
      decidedById: staff.userId,
      changedAt: now,
      version: sql`${cases.version} + 1`,
      ...(row.appealedAt && { appealDecidedAt: now }),
    })
    .where(eq(cases.id, row.id));
  await tx
    .insert(caseNotes)
    .values({ caseId: row.id, kind: "decided", authorId: staff.userId, text: reason });
  await recordStaffAction(tx, staff, {
    kind: "decide-case",
    subjectKind: "case",
    subjectId: row.id,
    reason,
    details: {
      outcome,
      about: row.subjectKind,
      subjectId: row.subjectId,
      before,
      ...(outcome === "suspend" && { until, refundStudents: refundStudents ?? false }),
    },
  });
  const decided = { ...row, decidedAt: now };
  await mailReporters(context, tx, decided, { outcome, reason }, before);
  await mailPersonConcerned(context, tx, decided, { outcome, reason }, before);
  return effects;
}

/** Puts the outcome into effect, after an appeal instead of the first one. */
async function replaceOutcome(
  context: Context,
  tx: Db,
  row: CaseRow,
  before: CaseOutcome | null,
  decision: Outcome,
): Promise<Effects> {
  const reverted = before ? await revertOutcome(tx, row, before) : nothing;
  const applied = await applyOutcome(context, tx, row, decision);
  return { ...applied, tags: [...reverted.tags, ...applied.tags] };
}
