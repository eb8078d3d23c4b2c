/** Events about conversations, published to all processes when the transaction commits. */
import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Db } from "../../db/connection.ts";

export const messageEventsChannel = "halaqa_messages";

/** The IDs of sessions that have ended, which a trigger in the migrations publishes. */
export const endedSessionsChannel = "halaqa_ended_sessions";

export const ConversationEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message"), threadId: z.string(), seq: z.number() }),
  z.object({
    type: z.literal("state"),
    threadId: z.string(),
    profileId: z.string(),
    readSeq: z.number(),
    deliveredSeq: z.number(),
    /** The session that saved the progress. Missing in events of older servers, like `otherId`. */
    sessionId: z.optional(z.string()),
    /** The other person of a direct thread. Null in a course's thread. */
    otherId: z.optional(z.nullable(z.string())),
  }),
  z.object({
    type: z.literal("typing"),
    threadId: z.string(),
    profileId: z.string(),
    name: z.string(),
    /** The person's name as other students of the course see it. */
    classmateName: z.string(),
  }),
  z.object({ type: z.literal("deleted"), threadId: z.string(), seq: z.number() }),
]);
export type ConversationEvent = z.output<typeof ConversationEvent>;

/** Publishes an event. Within a transaction, it is sent only if the transaction commits. */
export async function publishEvent(db: Db, change: ConversationEvent): Promise<void> {
  await db.execute(sql`select pg_notify(${messageEventsChannel}, ${JSON.stringify(change)})`);
}
