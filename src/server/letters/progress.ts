/** The progress of letters. */
import { and, count, eq, inArray, isNotNull } from "drizzle-orm";
import type { LetterDetail, LetterProgress } from "#lib/letters/letters.responses.ts";
import type { Db } from "../db/connection.ts";
import { letterDeliveries, type letters } from "../db/tables/letters.table.ts";

type Letter = typeof letters.$inferSelect;

const none: LetterProgress = { total: 0, waiting: 0, sent: 0, skipped: 0, failed: 0 };

/** By the ID of the letter. Letters without recipients are missing. */
export async function countProgress(
  db: Db,
  letterIds: readonly string[],
): Promise<Map<string, LetterProgress>> {
  const found = new Map<string, LetterProgress>();
  if (letterIds.length === 0) return found;
  const rows = await db
    .select({
      letterId: letterDeliveries.letterId,
      status: letterDeliveries.status,
      number: count(),
    })
    .from(letterDeliveries)
    .where(inArray(letterDeliveries.letterId, [...letterIds]))
    .groupBy(letterDeliveries.letterId, letterDeliveries.status);
  for (const { letterId, status, number } of rows) {
    const progress = found.get(letterId) ?? { ...none };
    progress.total += number;
    progress[status === "sending" ? "waiting" : status] += number;
    found.set(letterId, progress);
  }
  return found;
}

/** The counted progress, or the numbers that are left of an old letter. */
export function progressOf(
  letter: Pick<Letter, "id" | "sentCount" | "skippedCount" | "failedCount">,
  counted: ReadonlyMap<string, LetterProgress>,
): LetterProgress {
  const { sentCount, skippedCount, failedCount } = letter;
  const current = counted.get(letter.id);
  if (current || sentCount === null) return current ?? none;
  const [sent, skipped, failed] = [sentCount, skippedCount ?? 0, failedCount ?? 0];
  return { total: sent + skipped + failed, waiting: 0, sent, skipped, failed };
}

export async function countReasons(db: Db, letterId: string): Promise<LetterDetail["reasons"]> {
  const rows = await db
    .select({ reason: letterDeliveries.reason, count: count() })
    .from(letterDeliveries)
    .where(and(eq(letterDeliveries.letterId, letterId), isNotNull(letterDeliveries.reason)))
    .groupBy(letterDeliveries.reason)
    .orderBy(letterDeliveries.reason);
  return rows.flatMap(({ reason, count: number }) =>
    reason === null ? [] : [{ reason, count: number }],
  );
}
