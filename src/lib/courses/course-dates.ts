/** Calendar dates of courses, which are dates in the teacher's time zone. */

import { type Day, dayNumber } from "../time/time.ts";

/** The date (YYYY-MM-DD) of an instant in a time zone. */
export function dateIn(zone: string, now: Date): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(now);
}

/** The maximum number of days from the first to the last day of a course. */
export const maxCourseDays = 731;

/** The number of days between two calendar dates (YYYY-MM-DD). */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** The maximum number of dated classes in a course: one a day for two years, with some margin. */
export const maxClasses = 1_000;

/** Counts the classes of a weekly schedule from the first to the last day, both inclusive. */
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
  /** The last day of the course, YYYY-MM-DD. */
  endDate?: string | null | undefined;
}

/** Whether the last day of a course is past. A course without an end date never ends. */
export function hasEnded({ endDate }: Dated, zone: string, now: Date): boolean {
  return Boolean(endDate) && dateIn(zone, now) > String(endDate);
}
