/** Trial lessons: one free lesson with a teacher in an available weekly slot. */
import * as z from "zod/mini";
import type { DatedTime } from "../classes/classes.ts";
import { weeklyTimes } from "../classes/weekly-classes.ts";
import { dateIn } from "../courses/course-dates.ts";
import type { WeeklyTime } from "../people/people.ts";
import { trialNoticeHours } from "./trials.rules.ts";

export const trialStatuses = ["booked", "cancelled", "over"] as const;
export type TrialStatus = (typeof trialStatuses)[number];

/** How many weeks ahead to search if classes occupy the slot. */
const trialWeeksAhead = 8;
export const trialDaysAhead = 7 * (trialWeeksAhead + 1);

/** The maximum number of upcoming trial lessons of a student. */
export const maxUpcomingTrials = 3;

const isInstant = (value: string) => !Number.isNaN(Date.parse(value));

export const bookTrialInput = z.object({
  slotId: z
    .string("Please choose a time slot")
    .check(z.minLength(1, "Please choose a time slot"), z.maxLength(64)),
  /** The start time that was shown to the student, so that no other time is booked by accident. */
  startTime: z.optional(
    z.string("Please choose a time slot").check(z.refine(isInstant, "Please choose a time slot")),
  ),
});
export type BookTrialInput = z.output<typeof bookTrialInput>;

export const trialMessages = {
  studentsOnly: "Only students can book a trial lesson.",
  noSlot: "Time slot not found",
  notOffered: "This teacher doesn't offer trial lessons at the moment.",
  taken: "This time slot is already booked. Please choose another one.",
  inClass: "The teacher has a class at this time. Please choose another one.",
  moved: "This time is no longer available. Please reload the page and choose another one.",
  once: "You've already had or booked a trial lesson with this teacher.",
  tooMany: `You already have ${maxUpcomingTrials} upcoming trial lessons.`,
  busy: "You have another trial lesson at this time.",
  notFound: "Trial lesson not found",
} as const;

/** An available slot and its next bookable time, in ISO 8601. */
export interface TrialTime {
  slotId: string;
  start: string;
}

/**
 * Whether the video room is ready or still being created, or the participants arrange the lesson by
 * message.
 */
export const trialRooms = ["ready", "coming", "none"] as const;
export type TrialRoomState = (typeof trialRooms)[number];

/**
 * The next time of a weekly slot that gives the teacher enough notice and doesn't overlap with the
 * teacher's classes; undefined if classes occupy the slot in all of the searched weeks.
 * @param timeZone IANA zone of the slot's wall-clock times.
 * @param busy the teacher's classes in the next `trialDaysAhead` days.
 */
export function findTrialTime(
  slot: WeeklyTime,
  timeZone: string,
  now: Date,
  busy: readonly DatedTime[] = [],
): DatedTime | undefined {
  const earliest = new Date(now.getTime() + trialNoticeHours * 60 * 60 * 1000);
  let weeks = 0;
  for (const time of weeklyTimes(slot, { timeZone, from: dateIn(timeZone, earliest) })) {
    if (time.startsAt < earliest) continue;
    const { startsAt, endsAt } = time;
    if (!busy.some((taken) => taken.startsAt < endsAt && taken.endsAt > startsAt)) return time;
    weeks += 1;
    if (weeks === trialWeeksAhead) return undefined;
  }
  return undefined;
}
