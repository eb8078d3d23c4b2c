/** The shapes of trial lessons for /api/openapi.json. */
import * as z from "zod/mini";
import { type TrialLesson, trialRooms } from "#lib/trials/trials.ts";

const text = z.string();
const person = z.object({ _id: text, name: text, profileImageUrl: z.optional(text) });

export const trialData: z.ZodMiniType<TrialLesson> = z.object({
  _id: text,
  slotId: z.optional(text),
  startTime: text,
  endTime: text,
  timeZone: text,
  room: z.enum(trialRooms),
  teacher: person,
  student: person,
});

export const trialsData = z.array(trialData);
