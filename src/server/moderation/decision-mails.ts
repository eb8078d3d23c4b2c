/** Notifies everyone concerned of a decision, in the transaction of the decision. */
import { and, eq, isNull } from "drizzle-orm";
import type { CaseOutcome } from "#lib/cases/cases.rules.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import type { Appealable } from "../cases/appeal.mails.ts";
import { createAppealUrl } from "../cases/appeal-link.ts";
import { mailConcerned, mailReporter } from "../cases/case-mail.ts";
import {
  type AppealDecision,
  appealChangedMail,
  appealDecidedMail,
  concernedMail,
  type Decision,
  decidedMail,
  quoteOf,
  refundDecidedMail,
} from "../cases/cases.mails.ts";
import type { CaseRow } from "../cases/open-case.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { caseReports } from "../db/tables/cases.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { readReturned } from "../payments/refunds/refundable.ts";
import { suspendedMail, warningMail } from "../suspensions/suspensions.mails.ts";
import { findReportedText } from "./outcomes.ts";

export interface DecidedCase extends CaseRow {
  decidedAt: Date;
}

/**
 * Each person who reported gets one email, however often they reported, and none about an upheld
 * decision.
 */
export async function mailReporters(
  context: Context,
  tx: Db,
  row: DecidedCase,
  decision: Decision,
  before: CaseOutcome | null,
): Promise<void> {
  if (before === decision.outcome) return;
  const reports = await tx
    .select()
    .from(caseReports)
    .where(and(eq(caseReports.caseId, row.id), isNull(caseReports.withdrawnAt)))
    .orderBy(caseReports.createdAt);
  const returned = row.kind === "refund" ? await readReturned(tx, row.subjectId) : undefined;
  const people = new Map(reports.map((each) => [each.reporterId ?? each.email, each]));
  for (const report of people.values()) {
    await mailReporter(context, tx, report, { caseId: row.id, text: decision.reason }, () => {
      if (before) return appealChangedMail(row, decision.reason);
      if (returned) return refundDecidedMail(row, decision, returned);
      return decidedMail(row, report.createdAt, decision);
    });
  }
}

/**
 * A person against whom no action is taken isn't notified of the report.
 */
export async function mailPersonConcerned(
  context: Context,
  tx: Db,
  row: DecidedCase,
  { outcome, reason, ...suspension }: AppealDecision,
  before: CaseOutcome | null,
): Promise<void> {
  const { aboutUserId } = row;
  if (!aboutUserId) return;
  const entry = { caseId: row.id, text: reason };
  if (before) {
    const write = () => appealDecidedMail(before, { outcome, reason, ...suspension });
    return mailConcerned(context, tx, aboutUserId, entry, write);
  }
  if (outcome === "no-action" || outcome === "refund") return;
  const [account] = await tx
    .select({ language: users.language, suspendedUntil: users.suspendedUntil, role: profiles.role })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, aboutUserId));
  if (!account) return;
  const quote = await findReportedText(tx, row.id);
  const appeal: Appealable = await runWithLanguage(account.language, () =>
    createAppealUrl(context, row.id, row.decidedAt),
  );
  await mailConcerned(context, tx, aboutUserId, entry, () => {
    if (outcome === "suspend") {
      const endsAt = account.suspendedUntil;
      if (!endsAt) throw new Error(`The person concerned by ${row.id} isn't suspended`);
      const isTeacher = account.role === "teacher";
      const about = quote === undefined ? [] : [quoteOf(quote)];
      return suspendedMail({ reason, endsAt, isTeacher, about }, appeal);
    }
    if (row.subjectKind === "person") return warningMail(reason, appeal);
    return concernedMail(row, { outcome, reason }, quote, appeal);
  });
}
