/** Decides cases about which something was done elsewhere than in the console's page of the case. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { CaseOutcome } from "#lib/cases/cases.rules.ts";
import type { Db } from "../db/connection.ts";
import { cases } from "../db/tables/cases.table.ts";
import { addDecisionNote } from "./decision-note.ts";
import { isPendingAbout } from "./open-case.ts";
import type { CaseSubject } from "./subjects.ts";

/**
 * Decides a case whose subject staff have moderated through a link in an email. Has no effect if no case
 * about the subject is pending.
 * @param reason what the person concerned reads, in their language.
 * @returns the decided case.
 */
export function settleCase(
  tx: Db,
  subject: CaseSubject,
  decision: "show" | "remove",
  reason: string | null,
): Promise<{ caseId: string; decidedAt: Date } | undefined> {
  const outcome = decision === "show" ? "no-action" : "hide-content";
  return settle(tx, isPendingAbout(subject), outcome, reason);
}

/**
 * Decides the request for the refund of a payment that was refunded in full, by whomever. The student is
 * notified by the email about the refund. Safety concerns about the payment stay pending. Lock the
 * payment first, as those do who decide the case.
 */
export async function settleRefundRequest(tx: Db, paymentId: string): Promise<void> {
  const isRequest = and(
    isPendingAbout({ kind: "payment", id: paymentId }),
    eq(cases.kind, "refund"),
  );
  await settle(tx, isRequest, "refund", null);
}

async function settle(
  tx: Db,
  isSettled: SQL | undefined,
  outcome: CaseOutcome,
  reason: string | null,
): Promise<{ caseId: string; decidedAt: Date } | undefined> {
  const now = new Date();
  const [row] = await tx
    .update(cases)
    .set({
      status: "decided",
      decision: outcome,
      decisionReason: reason,
      decidedAt: now,
      changedAt: now,
      version: sql`${cases.version} + 1`,
    })
    .where(isSettled)
    .returning({ id: cases.id });
  if (!row) return undefined;
  await addDecisionNote(tx, row.id, { outcome, reason: reason ?? "", staffId: null });
  return { caseId: row.id, decidedAt: now };
}
