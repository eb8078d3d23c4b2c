/** Trial lessons: one free lesson with a teacher in an available weekly slot. */
import * as z from "zod/mini";
import { getTexts } from "#translations/trials.ts";
import type { DatedTime } from "../classes/classes.ts";
import { weeklyTimes } from "../classes/weekly-classes.ts";
import { dateIn } from "../courses/course-dates.ts";
import type { WeeklyTime } from "../people/people.ts";
import { prose } from "../text/text-schemas.ts";
import { maxTrialNote, trialNoticeHours } from "./trials.rules.ts";

const t = getTexts("trials");

export const trialStatuses = ["booked", "cancelled", "over"] as const;
export type TrialStatus = (typeof trialStatuses)[number];

/** How many weeks ahead to search if classes occupy the slot. */
const trialWeeksAhead = 8;
export const trialDaysAhead = 7 * (trialWeeksAhead + 1);

/** The maximum number of upcoming trial lessons of a student. */
export const maxUpcomingTrials = 3;

const isInstant = (value: string) => !Number.isNaN(Date.parse(value));

const slotNeeded = { error: () => t("server.chooseSlot") };

export const bookTrialInput = z.object({
  slotId: z.string(slotNeeded).check(z.minLength(1, slotNeeded), z.maxLength(64)),
  /** The start time that was shown to the student, so that no other time is booked by accident. */
  startTime: z.optional(z.string(slotNeeded).check(z.refine(isInstant, slotNeeded))),
  /** What the teacher should know before the lesson. */
  note: z.optional(prose(maxTrialNote)),
});
export type BookTrialInput = z.output<typeof bookTrialInput>;

export const trialMessages = {
  get studentsOnly() {
    return t("server.studentsOnly");
  },
  get noSlot() {
    return t("server.noSlot");
  },
  get notOffered() {
    return t("server.notOffered");
  },
  get taken() {
    return t("server.taken");
  },
  get inClass() {
    return t("server.inClass");
  },
  get moved() {
    return t("server.moved");
  },
  get once() {
    return t("server.once");
  },
  get tooMany() {
    return t("server.tooMany", { count: maxUpcomingTrials });
  },
  get busy() {
    return t("server.busy");
  },
  get notFound() {
    return t("server.notFound");
  },
};

/** An available slot and its next bookable time, in ISO 8601. */
export interface TrialTime {
  slotId: string;
  start: string;
  minutes: number;
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
