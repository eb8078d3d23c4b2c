/** Responses about trial lessons. */
import * as z from "zod/mini";
import { trialRooms } from "./trials.ts";

const person = z.object({
  _id: z.string(),
  name: z.string(),
  profileImageUrl: z.optional(z.string()),
});
export type TrialPerson = z.output<typeof person>;

/** A trial lesson, as visible to its teacher and student. Instants are ISO 8601 strings in UTC. */
export const trialSchema = z.object({
  _id: z.string(),
  slotId: z.optional(z.string()),
  startTime: z.string(),
  endTime: z.string(),
  /** The teacher's time zone (IANA). */
  timeZone: z.string(),
  room: z.enum(trialRooms),
  /** What the student wrote to the teacher when booking. */
  note: z.optional(z.string()),
  teacher: person,
  student: person,
});
export type TrialLesson = z.output<typeof trialSchema>;

export const trialsSchema = z.array(trialSchema);
