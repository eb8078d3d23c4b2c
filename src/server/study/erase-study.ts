import { eq } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { studyItems, studyRevisions } from "../db/tables/study.table.ts";

/** Deletes all items of a person whose account is deleted. */
export async function eraseStudy(tx: Db, userId: string): Promise<void> {
  await tx.delete(studyItems).where(eq(studyItems.userId, userId));
  await tx.delete(studyRevisions).where(eq(studyRevisions.userId, userId));
}
