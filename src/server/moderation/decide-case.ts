/** Decides cases, and notifies everyone concerned. */
import { eq, sql } from "drizzle-orm";
import type { CaseDecisionInput } from "#lib/cases/case-input.ts";
import {
  type CaseOutcome,
  compareDecisions,
  isPending,
  listOutcomes,
} from "#lib/cases/cases.rules.ts";
import { AppError } from "#lib/errors.ts";
import { toCents } from "#lib/payments/money.ts";
import { suspensionEnd } from "#lib/suspensions/suspensions.ts";
import { getTexts } from "#translations/translate.ts";
import { addDecisionNote } from "../cases/decision-note.ts";
import type { CaseRow } from "../cases/open-case.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { cases } from "../db/tables/cases.table.ts";
import { transact } from "../db/transact.ts";
import { recordStaffAction } from "../staff/audit.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { findLatestAction } from "../staff/staff-log.ts";
import { changeEnd } from "../suspensions/change-end.ts";
import { lockPerson } from "../suspensions/suspend-person.ts";
import { readSuspensionState } from "../suspensions/suspension-case.ts";
import { mailPersonConcerned, mailReporters } from "./decision-mails.ts";
import { requireDecider } from "./impartial.ts";
import { lockCase, lockPaymentConcerned, lockPersonConcerned } from "./lock-case.ts";
import {
  applyOutcome,
  type Effects,
  finishEffects,
  nothing,
  type Outcome,
  requireEnd,
  revertOutcome,
} from "./outcomes.ts";

const t = getTexts("staffCases");

/**
 * Decides a pending case once, even if others decide at the same moment. After an appeal, someone
 * else decides, and the first decision is reversed if the outcome is another one.
 *
 * @throws AppError `not_found`; `conflict` if the case was decided, or has changed since the staff
 * member read it, for a warning or suspension if someone else has decided about the person, and for the
 * new end of a suspension that is over, and for a refund if nothing is left, or another amount than the
 * page showed; `invalid_input` for an outcome that doesn't fit the subject;
 * `forbidden` for the person who made the decision that was appealed, and for those who reported the
 * subject.
 */
export async function decideCase(
  context: Context,
  staff: StaffMember,
  caseId: string,
  input: CaseDecisionInput,
): Promise<void> {
  const effects = await transact(context.db, async (tx) => {
    await lockPersonConcerned(tx, caseId);
    await lockPaymentConcerned(tx, caseId);
    const row = await lockCase(tx, staff, caseId);
    if (!isPending(row.status)) {
      const isSettled = row.decision === "refund" && row.decidedById === null;
      throw new AppError("conflict", t(isSettled ? "server.settled" : "server.decided"));
    }
    if (row.version !== input.version) throw new AppError("conflict", t("server.changed"));
    if (!listOutcomes(row.subjectKind).includes(input.outcome)) {
      const message = t("invalid.outcome");
      const fields = [{ field: "outcome", message }];
      throw new AppError("invalid_input", message, { fields });
    }
    if (row.aboutUserId === staff.userId) throw new AppError("forbidden", t("server.aboutYou"));
    await requireDecider(tx, staff, row);
    await requireSeenAction(tx, staff, row, input);
    return decide(context, tx, staff, row, input);
  });
  await finishEffects(context, effects);
}

/** Otherwise, two members of staff who don't know of each other could both warn a person. */
async function requireSeenAction(
  tx: Db,
  staff: StaffMember,
  { aboutUserId }: CaseRow,
  { outcome, seenAction }: CaseDecisionInput,
): Promise<void> {
  if (seenAction === undefined || (outcome !== "warn" && outcome !== "suspend")) return;
  if ((await findLatestAction(tx, staff, aboutUserId)) === seenAction) return;
  throw new AppError("conflict", t("server.decidedPerson"));
}

async function decide(
  context: Context,
  tx: Db,
  staff: StaffMember,
  row: CaseRow,
  { outcome, reason, until, refundStudents, refund }: CaseDecisionInput,
): Promise<Effects> {
  const before = row.appealedAt ? row.decision : null;
  const now = new Date();
  const decision = {
    ...{ outcome, reason, at: now, until, refundStudents },
    refund: {
      seenCents: refund && toCents(refund.seen),
      teacherKeepsShare: refund?.teacherKeepsShare ?? false,
    },
  };
  const isUpheld = before === outcome;
  const state = before === "suspend" ? await readSuspensionState(tx, row) : undefined;
  // The page offers a date only if the suspension is in effect.
  if (isUpheld && until && state && state.kind !== "running") {
    throw new AppError("conflict", t("server.suspensionOver"));
  }
  const effects = isUpheld ? nothing : await replaceOutcome(context, tx, row, before, decision);
  const isMoved = isUpheld && (await moveEnd(context, tx, row, decision));
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
  // What an upheld decision doesn't change isn't recorded as if it applied.
  const suspension = isUpheld ? isMoved && { until } : { until, refundStudents };
  await addDecisionNote(tx, row.id, { outcome, reason, staffId: staff.userId, ...suspension });
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
      ...(outcome === "suspend" && suspension),
      ...effects.refunded,
      ...(before && { appeal: compareDecisions(before, outcome) }),
      ...(state && state.kind !== "running" && { suspension: state.kind }),
    },
  });
  const decided = { ...row, decidedAt: now };
  await mailReporters(context, tx, decided, { outcome, reason }, before);
  const movedTo = isMoved && until ? suspensionEnd(until) : undefined;
  await mailPersonConcerned(context, tx, decided, { outcome, reason, movedTo, state }, before);
  return effects;
}

/**
 * Moves the end of a suspension that is upheld after an appeal, if the input contains another date.
 * @returns whether it did. A suspension that has ended or was replaced stays as it is.
 */
async function moveEnd(
  context: Context,
  tx: Db,
  { aboutUserId, decidedAt }: CaseRow,
  { outcome, until }: Outcome,
): Promise<boolean> {
  if (outcome !== "suspend" || !until || !aboutUserId) return false;
  const endsAt = requireEnd(until);
  const person = await lockPerson(tx, aboutUserId);
  if (!decidedAt || person.suspendedSince?.getTime() !== decidedAt.getTime()) return false;
  return changeEnd(context, tx, person, endsAt);
}

/** Puts the outcome into effect. After an appeal, it replaces the first outcome. */
async function replaceOutcome(
  context: Context,
  tx: Db,
  row: CaseRow,
  before: CaseOutcome | null,
  decision: Outcome,
): Promise<Effects> {
  const reverted = before ? await revertOutcome(context, tx, row, before) : nothing;
  const applied = await applyOutcome(context, tx, row, decision);
  return { ...applied, tags: [...reverted.tags, ...applied.tags] };
}
