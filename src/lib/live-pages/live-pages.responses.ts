/** Responses about live pages, and the events of their streams. */
import * as z from "zod/mini";
import { nextVersesSchema, recitationSchema } from "../recitations/recitations.responses.ts";
import { livePageRoles } from "./live-pages.rules.ts";

const person = z.object({ _id: z.string(), name: z.string() });

/** What the class is following. Verses are strings such as `2:255`. */
const state = z.object({
  /** Whether a passage is shared. If not, the verses are null. */
  shared: z.boolean(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  current: z.nullable(z.string()),
  /** The word of the current verse that the lead has just pointed at. */
  word: z.nullable(z.int()),
  /** See `ShownTranslations`. */
  translations: z.union([z.boolean(), z.array(z.string())]),
  transliteration: z.boolean(),
  gloss: z.boolean(),
  /** Whether everyone's page follows the lead's. */
  locked: z.boolean(),
  lead: person,
  /** The students who may lead, by ID. */
  cohosts: z.array(z.string()),
  /** The student who is reciting. */
  reciter: z.nullable(person),
});
export type LivePageState = z.output<typeof state>;

/** A member of the class, as the host and co-hosts see them. */
const follower = z.object({
  ...person.shape,
  /** Whether the page is open now. */
  isHere: z.boolean(),
  /** Whether this is a student who hasn't opened the page yet. */
  isExpected: z.optional(z.boolean()),
  /** When the person raised a hand. */
  handRaisedAt: z.optional(z.string()),
});
export type LivePageFollower = z.output<typeof follower>;

const presence = {
  /** The number of people who have the page open, not counting the lead. */
  followers: z.int(),
  /** Whether the lead hasn't responded for half a minute. */
  isLeadAway: z.boolean(),
  /** The number of raised hands. */
  hands: z.int(),
  /** Whether the viewer's own hand is raised. */
  isHandRaised: z.boolean(),
  /**
   * For the host: everyone in the class, people with raised hands first, in that order, then the
   * others by name. For co-hosts: of these, the people who have the page open, and the reciter.
   */
  people: z.optional(z.array(follower)),
};
const presenceSchema = z.object(presence);
export type LivePagePresence = z.output<typeof presenceSchema>;

const snapshot = {
  /** The number of the state. Later states have higher numbers. */
  seq: z.int(),
  state,
  /** The viewer's role and profile. */
  role: z.enum(livePageRoles),
  profileId: z.string(),
  /** The teacher's profile. */
  hostId: z.string(),
  ...presence,
};
const snapshotSchema = z.object(snapshot);
export type LivePageSnapshot = z.output<typeof snapshotSchema>;

export const livePageSchema = z.object({
  ...snapshot,
  class: z.object({
    courseId: z.string(),
    courseTitle: z.string(),
    /** ISO 8601 instants in UTC. */
    startsAt: z.string(),
    endsAt: z.string(),
    isCanceled: z.boolean(),
    /** Whether the class's meeting is in Zoom, whose client can show the app. */
    isInZoom: z.boolean(),
  }),
});
export type LivePage = z.output<typeof livePageSchema>;

export const livePageSeqSchema = z.object({ seq: z.int() });

/** The events of a stream, by name. Their data is JSON, except for `beat`. */
export interface LivePageEvents {
  /** The first event. `stream` is the stream's ID for the command `here`. */
  snapshot: LivePageSnapshot & { stream: string };
  state: { seq: number; state: LivePageState };
  /** The lead points at a word or a whole verse. The pointer disappears after `pointerMs`. */
  pointer: { verse: string; word: number | null };
  presence: LivePagePresence;
  /** Sent after the snapshot, and when the class is canceled, reinstated or moved. */
  class: LivePage["class"];
}

export const livePageRecapSchema = z.object({
  course: z.object({ _id: z.string(), title: z.string(), teacherName: z.string() }),
  /** When the class begins and ends, as ISO 8601 instants in UTC. */
  startsAt: z.string(),
  endsAt: z.string(),
  /**
   * The verses that were current for at least two seconds, as gapless passages in the order in which
   * they were read. A passage that the class returned to later is listed again.
   */
  passages: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      /**
       * When the first verse became current, and when the latest one did, as ISO 8601 instants in
       * UTC.
       */
      startedAt: z.string(),
      endedAt: z.string(),
    }),
  ),
  /** When each of these verses was first read. */
  verses: z.array(z.object({ verse: z.string(), at: z.string() })),
  /** For a student: their own lessons in this class. */
  lessons: z.optional(z.array(recitationSchema)),
  /** For a student with lessons in the course: where the next lesson of each kind begins. */
  next: z.optional(nextVersesSchema),
});
export type LivePageRecap = z.output<typeof livePageRecapSchema>;
