/** What processes tell each other about conversations, when the transaction commits. */
import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Db } from "../../db/connection.ts";

export const newsChannel = "halaqa_messages";

export const News = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message"), threadId: z.string(), seq: z.number() }),
  z.object({
    type: z.literal("state"),
    threadId: z.string(),
    profileId: z.string(),
    readSeq: z.number(),
    deliveredSeq: z.number(),
  }),
  z.object({
    type: z.literal("typing"),
    threadId: z.string(),
    profileId: z.string(),
    name: z.string(),
    /** As other students of the course see it. */
    classmateName: z.string(),
  }),
  z.object({ type: z.literal("deleted"), threadId: z.string(), seq: z.number() }),
]);
export type News = z.output<typeof News>;

/** Within a transaction it is told if that commits, and only then. */
export async function tellOthers(db: Db, news: News): Promise<void> {
  await db.execute(sql`select pg_notify(${newsChannel}, ${JSON.stringify(news)})`);
}
