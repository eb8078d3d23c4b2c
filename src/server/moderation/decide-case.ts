/** Decides cases, and notifies everyone concerned. */
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { CaseDecisionInput } from "#lib/cases/case-input.ts";
import { type CaseOutcome, isPending, listOutcomes } from "#lib/cases/cases.rules.ts";
import { AppError } from "#lib/errors.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";
import { mailConcerned, mailReporter } from "../cases/case-mail.ts";
import {
  appealChangedMail,
  appealDecidedMail,
  concernedMail,
  decidedMail,
  refundDecidedMail,
} from "../cases/cases.mails.ts";
import type { CaseRow } from "../cases/open-case.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { caseNotes, caseReports, cases } from "../db/tables/cases.table.ts";
import { staffMembers } from "../db/tables/staff.table.ts";
import { transact } from "../db/transact.ts";
import { attemptRefund } from "../payments/refunds/refund.ts";
import { recordStaffAction } from "../staff/audit.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { createAppealUrl } from "./appeal-link.ts";
import { deciders } from "./deciders.ts";
import { lockCase } from "./lock-case.ts";
import { applyOutcome, type Effects, findReportedText, revertOutcome } from "./outcomes.ts";

const t = getTexts("staffCases");

interface Decided extends CaseRow {
  decidedAt: Date;
}

/**
 * Decides a pending case once, even if others decide at the same moment. After an appeal, someone
 * else decides, and the first decision is reversed if the outcome is another one.
 *
 * @throws AppError `not_found`; `conflict` if the case was decided, or has changed since the staff
 * member read it; `invalid_input` for an outcome that doesn't fit the subject; `forbidden` for the
 * person who made the decision that was appealed.
 */
export async function decideCase(
  context: Context,
  staff: StaffMember,
  caseId: string,
  input: CaseDecisionInput,
): Promise<void> {
  const effects = await transact(context.db, async (tx) => {
    const row = await lockCase(tx, caseId);
    if (!isPending(row.status)) throw new AppError("conflict", t("server.decided"));
    if (row.version !== input.version) throw new AppError("conflict", t("server.changed"));
    if (!listOutcomes(row.subjectKind).includes(input.outcome)) {
      const message = t("invalid.outcome");
      const fields = [{ field: "outcome", message }];
      throw new AppError("invalid_input", message, { fields });
    }
    await requireAnotherMember(tx, staff, row);
    return decide(context, tx, staff, row, input);
  });
  if (effects.tags.length > 0) await context.purgePages(effects.tags);
  if (effects.refund?.refundId) await attemptRefund(context, effects.refund.refundId);
}

/** A small team may have nobody else who can decide about an appeal. */
async function requireAnotherMember(tx: Db, staff: StaffMember, row: CaseRow): Promise<void> {
  if (!row.appealedAt || row.decidedById !== staff.userId) return;
  const others = await tx.$count(
    staffMembers,
    and(ne(staffMembers.userId, staff.userId), inArray(staffMembers.role, ["owner", ...deciders])),
  );
  if (others > 0) throw new AppError("forbidden", t("server.ownDecision"));
}

async function decide(
  context: Context,
  tx: Db,
  staff: StaffMember,
  row: CaseRow,
  { outcome, reason }: CaseDecisionInput,
): Promise<Effects> {
  const before = row.appealedAt ? row.decision : null;
  const effects: Effects = { tags: [] };
  if (before !== outcome) {
    const reverted = before ? await revertOutcome(tx, row, before) : undefined;
    const applied = await applyOutcome(context, tx, row, { outcome, reason });
    Object.assign(effects, applied, { tags: [...(reverted?.tags ?? []), ...applied.tags] });
  }
  const now = new Date();
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
    details: { outcome, about: row.subjectKind, subjectId: row.subjectId, before },
  });
  const decided = { ...row, decidedAt: now };
  await mailReporters(context, tx, decided, { outcome, reason }, before);
  await mailPersonConcerned(context, tx, decided, { outcome, reason }, before);
  return effects;
}

interface Decision {
  outcome: CaseOutcome;
  reason: string;
}

/** Each person who reported gets one email, however often. An upheld decision is no news. */
async function mailReporters(
  context: Context,
  tx: Db,
  row: Decided,
  decision: Decision,
  before: CaseOutcome | null,
): Promise<void> {
  if (before === decision.outcome) return;
  const reports = await tx
    .select()
    .from(caseReports)
    .where(and(eq(caseReports.caseId, row.id), isNull(caseReports.withdrawnAt)))
    .orderBy(caseReports.createdAt);
  const people = new Map(reports.map((each) => [each.reporterId ?? each.email, each]));
  for (const report of people.values()) {
    await mailReporter(context, tx, report, { caseId: row.id, text: decision.reason }, () => {
      if (before) return appealChangedMail(row, decision.reason);
      if (row.kind === "refund") return refundDecidedMail(row, decision);
      return decidedMail(row, report.createdAt, decision);
    });
  }
}

/** A person whom nothing happens to never hears of the report. */
async function mailPersonConcerned(
  context: Context,
  tx: Db,
  row: Decided,
  { outcome, reason }: Decision,
  before: CaseOutcome | null,
): Promise<void> {
  const { aboutUserId } = row;
  if (!aboutUserId) return;
  const entry = { caseId: row.id, text: reason };
  if (before) {
    const write = () => appealDecidedMail(before, { outcome, reason });
    return mailConcerned(context, tx, aboutUserId, entry, write);
  }
  if (outcome === "no-action" || outcome === "refund") return;
  const [account] = await tx
    .select({ language: users.language })
    .from(users)
    .where(eq(users.id, aboutUserId));
  if (!account) return;
  const quote = await findReportedText(tx, row.id);
  const appeal = await runWithLanguage(account.language, () =>
    createAppealUrl(context, row.id, row.decidedAt),
  );
  await mailConcerned(context, tx, aboutUserId, entry, () =>
    concernedMail(row, { outcome, reason }, quote, appeal),
  );
}
