/** Decides a case whose subject staff have moderated in another way: through a link in an email. */
import { sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { caseNotes, cases } from "../db/tables/cases.table.ts";
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
  const [row] = await tx
    .update(cases)
    .set({
      status: "decided",
      decision: decision === "show" ? "no-action" : "hide-content",
      decisionReason: reason,
      decidedAt: now,
      changedAt: now,
      version: sql`${cases.version} + 1`,
    })
    .where(isPendingAbout(subject))
    .returning({ id: cases.id });
  if (!row) return undefined;
  await tx.insert(caseNotes).values({ caseId: row.id, kind: "decided" });
  return { caseId: row.id, decidedAt: now };
}
