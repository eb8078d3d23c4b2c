/** Trial lessons: one free lesson with a teacher in an open weekly slot. */
import * as z from "zod/mini";
import type { DatedTime } from "../classes/classes.ts";
import { findNextClasses } from "../classes/weekly-classes.ts";
import type { WeeklyTime } from "../people/people.ts";

export const trialStatuses = ["booked", "cancelled", "over"] as const;
export type TrialStatus = (typeof trialStatuses)[number];

/** How long before its start a trial lesson is asked for at the latest, in hours. */
export const trialNoticeHours = 12;

/** How many weeks ahead a trial lesson is looked for in a slot that classes fill. */
const trialWeeksAhead = 8;
export const trialDaysAhead = 7 * (trialWeeksAhead + 1);

/** How many trial lessons a student has before them at most. */
export const maxUpcomingTrials = 3;

const isInstant = (value: string) => !Number.isNaN(Date.parse(value));

export const bookTrialInput = z.object({
  slotId: z
    .string("Please choose a time slot")
    .check(z.minLength(1, "Please choose a time slot"), z.maxLength(64)),
  /** The start that the student was shown: nobody is booked for another one unawares. */
  startTime: z.optional(
    z.string("Please choose a time slot").check(z.refine(isInstant, "Please choose a time slot")),
  ),
});
export type BookTrialInput = z.output<typeof bookTrialInput>;

export const trialMessages = {
  studentsOnly: "Only students can ask for a trial lesson.",
  noSlot: "Time slot not found",
  notOffered: "This teacher does not offer trial lessons at the moment.",
  taken: "This time slot is booked already. Please choose another one.",
  inClass: "The teacher has a class at this time. Please choose another one.",
  moved: "This time is not open any more. Please load the page again and choose another one.",
  once: "You have had a trial lesson with this teacher, or have one before you.",
  tooMany: `You have ${maxUpcomingTrials} trial lessons before you already.`,
  busy: "You have another trial lesson at this time.",
  notFound: "Trial lesson not found",
} as const;

/** An open slot at the time for which it can be booked, in ISO 8601. */
export interface TrialTime {
  slotId: string;
  start: string;
}

/** Whether a lesson has its video room, waits for it, or the two agree by message. */
export const trialRooms = ["ready", "coming", "none"] as const;
export type TrialRoomState = (typeof trialRooms)[number];

/** A trial lesson as the wire shows it, to its two people. Times are ISO 8601 in UTC. */
export interface TrialLesson {
  _id: string;
  slotId?: string | undefined;
  startTime: string;
  endTime: string;
  /** IANA zone of the teacher. */
  timeZone: string;
  room: TrialRoomState;
  teacher: TrialPerson;
  student: TrialPerson;
}

export interface TrialPerson {
  _id: string;
  name: string;
  profileImageUrl?: string | undefined;
}

/**
 * The next time of a weekly slot that leaves the teacher enough notice and lies beside the
 * teacher's classes; undefined where these fill the weeks to come.
 * @param timeZone IANA zone of the slot's wall-clock times.
 * @param busy the teacher's classes of the next `trialDaysAhead` days.
 */
export function findTrialTime(
  slot: WeeklyTime,
  timeZone: string,
  now: Date,
  busy: readonly DatedTime[] = [],
): DatedTime | undefined {
  const earliest = new Date(now.getTime() + trialNoticeHours * 60 * 60 * 1000);
  let time = findNext(slot, timeZone, earliest);
  // The next one may be under way by then.
  if (time.startsAt < earliest) time = findNext(slot, timeZone, time.endsAt);
  for (let week = 0; week < trialWeeksAhead; week += 1) {
    const { startsAt, endsAt } = time;
    if (!busy.some((taken) => taken.startsAt < endsAt && taken.endsAt > startsAt)) return time;
    time = findNext(slot, timeZone, endsAt);
  }
  return undefined;
}

function findNext(slot: WeeklyTime, timeZone: string, from: Date): DatedTime {
  const [{ next } = {}] = findNextClasses({ schedule: [slot], timeZone }, from);
  if (!next) throw new RangeError("A weekly slot without an end has a next time");
  return { startsAt: new Date(next.start), endsAt: new Date(next.end) };
}
