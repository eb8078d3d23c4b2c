import { eq } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { ijazahs, vettingDocuments, vettingEvents, vettings } from "../db/tables/vetting.table.ts";

/** Deletes everything about a teacher's review. @returns the keys of the files of documents. */
export async function eraseVetting(tx: Db, teacherId: string): Promise<string[]> {
  await tx.delete(ijazahs).where(eq(ijazahs.teacherId, teacherId));
  await tx.delete(vettingEvents).where(eq(vettingEvents.teacherId, teacherId));
  await tx.delete(vettings).where(eq(vettings.teacherId, teacherId));
  const files = await tx
    .delete(vettingDocuments)
    .where(eq(vettingDocuments.teacherId, teacherId))
    .returning({ key: vettingDocuments.key });
  return files.map(({ key }) => key);
}
