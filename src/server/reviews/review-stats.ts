import { count, type SQL } from "drizzle-orm";
import type { ReviewStats } from "#lib/reviews/reviews.responses.ts";
import type { Db } from "../db/connection.ts";
import { reviews } from "../db/tables/reviews.table.ts";

/** Number, mean and distribution of the ratings of the matching reviews. */
export async function readStats(db: Db, condition: SQL | undefined): Promise<ReviewStats> {
  const rows = await db
    .select({ rating: reviews.rating, count: count() })
    .from(reviews)
    .where(condition)
    .groupBy(reviews.rating);
  const distribution = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, ...toRecord(rows) };
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  const stars = rows.reduce((sum, row) => sum + row.count * row.rating, 0);
  return { total, average: total === 0 ? 0 : stars / total, distribution };
}

function toRecord(rows: { rating: number; count: number }[]): Record<number, number> {
  return Object.fromEntries(rows.map(({ rating, count }) => [rating, count]));
}
