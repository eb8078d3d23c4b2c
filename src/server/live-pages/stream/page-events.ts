/** Events about live pages, published to all processes. Triggers in the migrations publish some too. */
import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { roles } from "#lib/people/people.options.ts";
import type { Db } from "../../db/connection.ts";

export const livePagesChannel = "halaqa_live_pages";

const person = z.object({
  id: z.string(),
  name: z.string(),
  role: z.nullable(z.enum(roles)),
  age: z.nullable(z.number()),
});

/** As written by `pageJson`. */
const storedPage = z.object({
  classId: z.string(),
  seq: z.number(),
  lead: person,
  leadEpoch: z.number(),
  cohostIds: z.array(z.string()),
  shared: z.boolean(),
  first: z.nullable(z.number()),
  last: z.nullable(z.number()),
  current: z.nullable(z.number()),
  translations: z.union([z.boolean(), z.array(z.string())]),
  transliteration: z.boolean(),
  gloss: z.boolean(),
  locked: z.boolean(),
  reciter: z.nullable(person),
  updatedAt: z.number(),
});

export const LivePageEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("state"), page: storedPage }),
  z.object({
    type: z.literal("pointer"),
    classId: z.string(),
    /** The lead's epoch, so that a former lead's pointers are recognized. */
    epoch: z.number(),
    /** When the pointer was sent, in milliseconds. Higher for each pointer of a class. */
    at: z.number(),
    verse: z.number(),
    word: z.nullable(z.number()),
  }),
  /** Presences or raised hands have changed. */
  z.object({ type: z.literal("presence"), classId: z.string() }),
  /** The client of a stream in another process has confirmed that it receives events. */
  z.object({ type: z.literal("here"), streamId: z.string(), profileId: z.string() }),
  /** A student's enrollment has ended. */
  z.object({ type: z.literal("left"), courseId: z.string(), profileId: z.string() }),
  /** A class was canceled, reinstated, moved or removed from the schedule. */
  z.object({ type: z.literal("class"), classId: z.string() }),
  z.object({ type: z.literal("session"), sessionId: z.string() }),
]);
export type LivePageEvent = z.output<typeof LivePageEvent>;
export type PointerEvent = Extract<LivePageEvent, { type: "pointer" }>;

/** A call of pg_notify with an event that is an expression of type JSON. */
export function notifySql(event: SQL): SQL {
  return sql`pg_notify(${livePagesChannel}, (${event})::text)`;
}

export async function publishEvent(db: Db, event: LivePageEvent): Promise<void> {
  await db.execute(sql`select ${notifySql(sql`${JSON.stringify(event)}`)}`);
}
