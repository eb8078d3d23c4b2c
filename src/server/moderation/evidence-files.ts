/** The pictures and recordings of a case's evidence, which staff open even after they were deleted. */
import { and, eq } from "drizzle-orm";
import type { CaseEvidence, FrozenEvidence } from "#lib/cases/case-evidence.responses.ts";
import { evidenceFilePath } from "#lib/cases/cases.rules.ts";
import type { Context } from "../context.ts";
import { cases } from "../db/tables/cases.table.ts";
import { fileType, listFiles, openHeldFile, readImageKey } from "../media/held-files.ts";
import type { StoredFile } from "../providers/files.ts";
import { seenBy } from "../staff/case-deciders.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { caseNotFound } from "./lock-case.ts";
import { readEvidence } from "./outcomes.ts";

/** The evidence with paths that only staff can open, instead of those that its owner can delete. */
export function showEvidence(caseId: string, frozen: readonly FrozenEvidence[]): CaseEvidence[] {
  const keys = frozen.flatMap(listFiles);
  const pathOf = (key: string) => evidenceFilePath(caseId, keys.indexOf(key));
  const imagePath = (url: string): string => {
    const key = readImageKey(url);
    return key === undefined ? url : pathOf(key);
  };
  return frozen.map(({ key, ...each }) => {
    if (each.kind === "profile") {
      return { ...each, imageUrl: each.imageUrl === null ? null : imagePath(each.imageUrl) };
    }
    if (each.kind === "course") {
      return { ...each, ...(each.imageUrls && { imageUrls: each.imageUrls.map(imagePath) }) };
    }
    const hasFile = each.kind === "introduction" || each.kind === "picture";
    return hasFile && key ? { ...each, url: pathOf(key) } : each;
  });
}

export interface EvidenceFile {
  file: StoredFile;
  contentType: string;
}

/**
 * @param number which file of the case's evidence, counted from 0.
 * @throws AppError `not_found`, including for a case about the member of staff.
 */
export async function openEvidenceFile(
  { db, files }: Pick<Context, "db" | "files">,
  staff: StaffMember,
  caseId: string,
  number: string,
): Promise<EvidenceFile> {
  const [found] = await db
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.id, caseId), seenBy(db, staff)));
  if (!found) throw caseNotFound();
  const keys = (await readEvidence(db, caseId)).flatMap(listFiles);
  const key = keys.find((_, index) => String(index) === number);
  const file = key === undefined ? undefined : await openHeldFile({ files }, key);
  if (key === undefined || !file) throw caseNotFound();
  return { file, contentType: fileType(key) };
}
