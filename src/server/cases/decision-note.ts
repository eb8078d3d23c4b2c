/** The entry of a decision in a case's history. */
import type { CaseOutcome } from "#lib/cases/cases.rules.ts";
import { suspensionEnd } from "#lib/suspensions/suspensions.ts";
import type { Db } from "../db/connection.ts";
import { caseNotes } from "../db/tables/cases.table.ts";

export interface NotedDecision {
  outcome: CaseOutcome;
  /** What the person concerned reads. */
  reason: string;
  /** Null for commands and links in emails. */
  staffId: string | null;
  /** The date on which a suspension ends. */
  until?: string | null | undefined;
  /** Whether a suspension refunds a teacher's students. */
  refundStudents?: boolean | undefined;
}

/** The history keeps each decision, because a decision about an appeal replaces the first in the case. */
export async function addDecisionNote(
  tx: Db,
  caseId: string,
  { outcome, reason, staffId, until, refundStudents }: NotedDecision,
): Promise<void> {
  const isSuspension = outcome === "suspend";
  await tx.insert(caseNotes).values({
    caseId,
    kind: "decided",
    authorId: staffId,
    text: reason,
    outcome,
    until: isSuspension && until ? suspensionEnd(until) : null,
    refundsStudents: isSuspension ? (refundStudents ?? null) : null,
  });
}
