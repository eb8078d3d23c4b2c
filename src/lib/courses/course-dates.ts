/** The calendar dates of courses, which are meant where the teacher is. */

import { type Day, dayNumber } from "../time/time.ts";

/** The date of a moment in a zone, YYYY-MM-DD. */
export function dateIn(zone: string, now: Date): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(now);
}

/** The longest time from the first day of a course to the last. */
export const maxCourseDays = 731;

/** Days from one calendar date (YYYY-MM-DD) to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** The most dated classes that a course can have: one a day for two years, and some more. */
export const maxClasses = 1_000;

/** How many classes a week makes from the first day to the last, both included. */
export function countClasses(
  schedule: readonly { day: Day }[],
  startDate: string,
  endDate: string,
): number {
  const days = daysBetween(startDate, endDate);
  const firstDay = new Date(`${startDate}T00:00:00Z`).getUTCDay();
  return schedule.reduce((sum, { day }) => {
    const wait = (dayNumber(day) - firstDay + 7) % 7;
    return sum + Math.max(0, Math.floor((days - wait) / 7) + 1);
  }, 0);
}

interface Dated {
  /** YYYY-MM-DD, the last day. */
  endDate?: string | null | undefined;
}

/** Whether the last day of a course is over. One without an end never is. */
export function hasEnded({ endDate }: Dated, zone: string, now: Date): boolean {
  return Boolean(endDate) && dateIn(zone, now) > String(endDate);
}
