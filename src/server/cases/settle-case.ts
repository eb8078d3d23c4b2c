/** Decides a case whose subject staff have moderated in another way: through a link in an email. */
import { sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { caseNotes, cases } from "../db/tables/cases.table.ts";
import { isPendingAbout } from "./open-case.ts";
import type { CaseSubject } from "./subjects.ts";

/** Has no effect if no case about the subject is pending. */
export async function settleCase(
  tx: Db,
  subject: CaseSubject,
  decision: "show" | "remove",
): Promise<void> {
  const now = new Date();
  const [row] = await tx
    .update(cases)
    .set({
      status: "decided",
      decision: decision === "show" ? "no-action" : "hide-content",
      decidedAt: now,
      changedAt: now,
      version: sql`${cases.version} + 1`,
    })
    .where(isPendingAbout(subject))
    .returning({ id: cases.id });
  if (!row) return;
  await tx.insert(caseNotes).values({ caseId: row.id, kind: "decided" });
}
