/** How long the addresses of a letter's recipients are kept. */
import { and, eq, exists, inArray, lt } from "drizzle-orm";
import { deliveryDays } from "#lib/letters/letters.rules.ts";
import type { Db } from "../db/connection.ts";
import { letterDeliveries, letters } from "../db/tables/letters.table.ts";
import { listChildrenOf } from "../guardians/guardian.ts";
import { countProgress } from "./progress.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/** Keeps only the numbers of letters that were finished long ago. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  const before = new Date(Date.now() - deliveryDays * dayMs);
  const rows = db
    .select({ id: letterDeliveries.id })
    .from(letterDeliveries)
    .where(eq(letterDeliveries.letterId, letters.id));
  const old = await db
    .select({ id: letters.id })
    .from(letters)
    .where(
      and(
        inArray(letters.status, ["sent", "stopped"]),
        lt(letters.finishedAt, before),
        exists(rows),
      ),
    );
  for (const { id } of old) {
    await db.transaction(async (tx) => {
      const progress = (await countProgress(tx, [id])).get(id);
      if (!progress) return;
      const { sent, skipped, failed } = progress;
      await tx
        .update(letters)
        .set({ sentCount: sent, skippedCount: skipped, failedCount: failed })
        .where(eq(letters.id, id));
      await tx.delete(letterDeliveries).where(eq(letterDeliveries.letterId, id));
    });
  }
}

/**
 * Removes the address of a deleted account from the records of letters. What is still waiting isn't
 * sent, because no account has the address.
 */
export async function eraseFromLetters(tx: Db, address: string): Promise<void> {
  await tx
    .update(letterDeliveries)
    .set({ address: letterDeliveries.id })
    .where(eq(letterDeliveries.address, address));
}

/**
 * Removes the address of a deleted child's guardian, who gets no copies anymore. The copies of a
 * guardian of other children are kept for one of them.
 */
export async function eraseGuardianFromLetters(tx: Db, childId: string): Promise<void> {
  const isCopy = and(
    eq(letterDeliveries.recipient, "guardian"),
    eq(letterDeliveries.ownerId, childId),
  );
  const guardians = await tx
    .selectDistinct({ address: letterDeliveries.address })
    .from(letterDeliveries)
    .where(isCopy);
  for (const { address } of guardians) {
    const children = await listChildrenOf(tx, address);
    const other = children.find(({ studentId }) => studentId !== childId);
    await tx
      .update(letterDeliveries)
      .set(other ? { ownerId: other.studentId } : { address: letterDeliveries.id })
      .where(and(isCopy, eq(letterDeliveries.address, address)));
  }
}
