import { and, eq, type SQL } from "drizzle-orm";
import type { Reviewed } from "#lib/reviews/reviews.ts";
import type { Actor } from "../actor.ts";
import type { Db } from "../db/connection.ts";
import { reviews } from "../db/tables/reviews.table.ts";

type ReviewRow = typeof reviews.$inferSelect;

/** Matches the actor's own review of something. There is at most one. */
export function isOwnOf(actor: Actor, { resourceType, resourceId }: Reviewed): SQL | undefined {
  return and(
    eq(reviews.authorId, actor.userId),
    eq(reviews.resourceType, resourceType),
    eq(reviews.resourceId, resourceId),
  );
}

export async function findOwnRow(
  db: Db,
  actor: Actor,
  reviewed: Reviewed,
): Promise<ReviewRow | undefined> {
  const [row] = await db.select().from(reviews).where(isOwnOf(actor, reviewed));
  return row;
}

/**
 * Whether the author has deleted a review after staff removed it, so that nothing is left to show.
 */
export function isWithdrawn({ removedAt, content }: ReviewRow): boolean {
  return removedAt !== null && content === "";
}
