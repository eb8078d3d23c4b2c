/** What a person has coming up. Instants are ISO 8601 strings in UTC. */
import * as z from "zod/mini";
import { timelineKinds, timelineRooms } from "./timeline.rules.ts";

const person = z.object({
  _id: z.string(),
  name: z.string(),
  profileImageUrl: z.optional(z.string()),
});

/** A class, another meeting of a course, or a trial lesson. */
export const timelineEntrySchema = z.object({
  /** The ID of the class, meeting or trial lesson, as in `/join/<id>` and `/start/<id>`. */
  _id: z.string(),
  kind: z.enum(timelineKinds),
  startsAt: z.string(),
  endsAt: z.string(),
  /** The teacher's time zone (IANA). */
  timeZone: z.string(),
  room: z.enum(timelineRooms),
  /** For a teacher's class without a room: whether they have to connect a meeting service first. */
  needsConnection: z.exactOptional(z.boolean()),
  /** For a teacher's class without a room: whether it gets one once a student enrolls. */
  waitsForStudents: z.exactOptional(z.boolean()),
  /** Whether its meeting has been started. */
  isInProgress: z.boolean(),
  /** The course; absent for trial lessons. */
  course: z.exactOptional(z.object({ _id: z.string(), title: z.string() })),
  /** The position of a class in its course, from 1. */
  number: z.exactOptional(z.int()),
  /** The topic of the meeting, if it differs from the course's title. */
  topic: z.exactOptional(z.string()),
  /** The other person in a trial lesson. */
  person: z.exactOptional(person),
  /** Whether the class's meeting is in Zoom, so that the app can be opened there. */
  isInZoom: z.exactOptional(z.boolean()),
});
export type TimelineEntry = z.output<typeof timelineEntrySchema>;

export const timelineSchema = z.object({ timeline: z.array(timelineEntrySchema) });
