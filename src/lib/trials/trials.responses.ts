/** Responses about trial lessons. */
import * as z from "zod/mini";
import { trialRooms } from "./trials.ts";

const person = z.object({
  _id: z.string(),
  name: z.string(),
  profileImageUrl: z.optional(z.string()),
});
export type TrialPerson = z.output<typeof person>;

/** A trial lesson, for its two people. Times are ISO 8601 in UTC. */
export const trialSchema = z.object({
  _id: z.string(),
  slotId: z.optional(z.string()),
  startTime: z.string(),
  endTime: z.string(),
  /** IANA zone of the teacher. */
  timeZone: z.string(),
  room: z.enum(trialRooms),
  teacher: person,
  student: person,
});
export type TrialLesson = z.output<typeof trialSchema>;

export const trialsSchema = z.array(trialSchema);
