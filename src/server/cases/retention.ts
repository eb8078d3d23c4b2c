/** How long cases are kept, and which parts of them remain when an account is deleted. */
import { and, eq, inArray, isNotNull, lt, notInArray, or } from "drizzle-orm";
import { caseRetentionMonths, pendingStatuses } from "#lib/cases/cases.rules.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { caseEvidence, caseReports, cases } from "../db/tables/cases.table.ts";
import { transact } from "../db/transact.ts";
import { listFiles } from "../media/held-files.ts";

/** Deletes the files that were kept for deleted cases. */
export const releaseFilesJob = "release-case-files";

/**
 * Deletes cases that were decided or closed longer ago than the retention period, and then the files
 * that were kept for them.
 */
export async function deleteOldCases({ db, jobs, log }: Context): Promise<void> {
  const cutoff = new Date();
  cutoff.setUTCMonth(cutoff.getUTCMonth() - caseRetentionMonths);
  const isOld = and(notInArray(cases.status, [...pendingStatuses]), lt(cases.changedAt, cutoff));
  const count = await transact(db, async (tx) => {
    const evidence = await tx
      .select({ content: caseEvidence.content })
      .from(caseEvidence)
      .innerJoin(cases, eq(cases.id, caseEvidence.caseId))
      .where(isOld);
    const deleted = await tx.delete(cases).where(isOld).returning({ id: cases.id });
    const keys = [...new Set(evidence.flatMap(({ content }) => listFiles(content)))];
    if (keys.length > 0) await jobs.send(tx, releaseFilesJob, { keys });
    return deleted.length;
  });
  if (count > 0) log.info({ cases: count }, "Old cases were deleted");
}

/**
 * Removes what identifies a person whose account is deleted as a reporter, and deletes the cases of
 * their own messages to staff. What was reported about other people, or about this person, is kept
 * as evidence until the retention period ends.
 * @returns the files that were kept for deleted cases.
 */
export async function eraseFromCases(
  tx: Db,
  { id, email }: { id: string; email: string },
): Promise<string[]> {
  const isOwn = or(eq(caseReports.reporterId, id), eq(caseReports.email, email));
  const ownMessages = tx.select({ id: caseReports.caseId }).from(caseReports).where(isOwn);
  const isOwnMessage = and(eq(cases.kind, "contact"), inArray(cases.id, ownMessages));
  const evidence = await tx
    .select({ content: caseEvidence.content })
    .from(caseEvidence)
    .innerJoin(cases, eq(cases.id, caseEvidence.caseId))
    .where(isOwnMessage);
  await tx.delete(cases).where(isOwnMessage);
  await tx
    .update(caseReports)
    .set({ email: null, name: null })
    .where(and(isOwn, or(isNotNull(caseReports.email), isNotNull(caseReports.name))));
  return evidence.flatMap(({ content }) => listFiles(content));
}
