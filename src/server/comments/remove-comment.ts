import { eq } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { comments } from "../db/tables/comments.table.ts";

/**
 * Hides a comment from everyone except its author on behalf of staff, or shows it again after an
 * appeal. Has no effect on a comment that its author has deleted.
 */
export async function removeComment(tx: Db, commentId: string, isRemoved: boolean): Promise<void> {
  await tx
    .update(comments)
    .set({ removedAt: isRemoved ? new Date() : null })
    .where(eq(comments.id, commentId));
}
