import { inArray } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { disputes } from "../db/tables/disputes.table.ts";
import type { Movement } from "./movements.ts";

/**
 * In the teacher's account, the recovery of a lost dispute looks like a refund. Our records
 * identify it by its ID.
 */
export async function labelDisputes(db: Db, movements: readonly Movement[]): Promise<Movement[]> {
  const names = movements.flatMap(({ kind, source }) =>
    kind === "refund" && source ? [source] : [],
  );
  if (names.length === 0) return [...movements];
  const lost = await db
    .select({ name: disputes.returnId })
    .from(disputes)
    .where(inArray(disputes.returnId, names));
  const known = new Set(lost.map(({ name }) => name));
  return movements.map((movement) =>
    known.has(movement.source) ? { ...movement, kind: "dispute" } : movement,
  );
}
