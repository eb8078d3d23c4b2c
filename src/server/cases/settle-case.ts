/** Decides a case whose subject staff have already moderated through a link in an email. */
import { sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { cases } from "../db/tables/cases.table.ts";
import { addDecisionNote } from "./decision-note.ts";
import { isPendingAbout } from "./open-case.ts";
import type { CaseSubject } from "./subjects.ts";

/**
 * Has no effect if no case about the subject is pending.
 * @param reason what the person concerned reads, in their language.
 * @returns the decided case.
 */
export async function settleCase(
  tx: Db,
  subject: CaseSubject,
  decision: "show" | "remove",
  reason: string | null,
): Promise<{ caseId: string; decidedAt: Date } | undefined> {
  const now = new Date();
  const outcome = decision === "show" ? "no-action" : "hide-content";
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
    .where(isPendingAbout(subject))
    .returning({ id: cases.id });
  if (!row) return undefined;
  await addDecisionNote(tx, row.id, { outcome, reason: reason ?? "", staffId: null });
  return { caseId: row.id, decidedAt: now };
}
