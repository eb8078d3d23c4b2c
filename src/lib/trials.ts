/** Trial lessons: one free lesson with a teacher in an open weekly slot. */
import * as z from "zod/mini";
import type { WeeklyTime } from "./people.ts";
import { findNextClasses } from "./weekly-classes.ts";

export const trialStatuses = ["booked", "cancelled", "over"] as const;
export type TrialStatus = (typeof trialStatuses)[number];

/** How long before its start a trial lesson is asked for at the latest, in hours. */
export const trialNoticeHours = 12;

/** How many trial lessons a student has before them at most. */
export const maximumTrials = 3;

export const bookTrialInput = z.object({
  slotId: z
    .string("Please choose a time slot")
    .check(z.minLength(1, "Please choose a time slot"), z.maxLength(64)),
});
export type BookTrialInput = z.output<typeof bookTrialInput>;

export const trialMessages = {
  studentsOnly: "Only students can ask for a trial lesson.",
  noSlot: "Time slot not found",
  notOffered: "This teacher does not offer trial lessons at the moment.",
  taken: "This time slot is booked already. Please choose another one.",
  inClass: "The teacher has a class at this time. Please choose another one.",
  once: "You have had a trial lesson with this teacher, or have one before you.",
  tooMany: `You have ${maximumTrials} trial lessons before you already.`,
  busy: "You have another trial lesson at this time.",
  notFound: "Trial lesson not found",
} as const;

/** A trial lesson as the wire shows it, to its two people. Times are ISO 8601 in UTC. */
export interface TrialLesson {
  _id: string;
  slotId?: string | undefined;
  startTime: string;
  endTime: string;
  /** IANA zone of the teacher. */
  timeZone: string;
  teacher: TrialPerson;
  student: TrialPerson;
}

export interface TrialPerson {
  _id: string;
  name: string;
  profileImageUrl?: string | undefined;
}

/**
 * The next time of a weekly slot that leaves the teacher enough notice, as instants.
 * @param timeZone IANA zone of the slot's wall-clock times.
 */
export function findTrialTime(
  slot: WeeklyTime,
  timeZone: string,
  now: Date,
): { start: Date; end: Date } {
  const earliest = new Date(now.getTime() + trialNoticeHours * 60 * 60 * 1000);
  const first = findNext(slot, timeZone, earliest);
  // The next one may be under way by then.
  return first.start < earliest ? findNext(slot, timeZone, first.end) : first;
}

function findNext(slot: WeeklyTime, timeZone: string, from: Date): { start: Date; end: Date } {
  const [{ next } = {}] = findNextClasses({ schedule: [slot], timeZone }, from);
  if (!next) throw new RangeError("A weekly slot without an end has a next time");
  return { start: new Date(next.start), end: new Date(next.end) };
}
