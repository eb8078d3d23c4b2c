/** Deletes the rows that remain of items that were deleted long ago. */
import { and, eq, lt, sql } from "drizzle-orm";
import { tombstoneDays } from "#lib/study/study.rules.ts";
import type { Context } from "../context.ts";
import { studyItems, studyRevisions } from "../db/tables/study.table.ts";
import { transact } from "../db/transact.ts";

/**
 * Devices that have been away for longer read everything again, because the latest purged revision
 * is stored.
 */
export async function purgeDeletedItems({ db }: Pick<Context, "db">): Promise<void> {
  const cutoff = new Date(Date.now() - tombstoneDays * 24 * 60 * 60 * 1_000);
  const people = await db
    .selectDistinct({ userId: studyItems.userId })
    .from(studyItems)
    .where(lt(studyItems.deletedAt, cutoff));
  for (const { userId } of people) {
    await transact(db, async (tx) => {
      const own = eq(studyRevisions.userId, userId);
      await tx.select({ rev: studyRevisions.rev }).from(studyRevisions).where(own).for("update");
      const purged = await tx
        .delete(studyItems)
        .where(and(eq(studyItems.userId, userId), lt(studyItems.deletedAt, cutoff)))
        .returning({ rev: studyItems.rev });
      const latest = Math.max(0, ...purged.map(({ rev }) => rev));
      await tx
        .update(studyRevisions)
        .set({ purgedRev: sql`greatest(${studyRevisions.purgedRev}, ${latest})` })
        .where(own);
    });
  }
}
