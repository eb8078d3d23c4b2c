/** The calendar dates of courses, which are meant where the teacher is. */

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
export const maximumCourseDays = 731;

/** Days from one calendar date (YYYY-MM-DD) to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

interface Dated {
  /** YYYY-MM-DD, the last day. */
  endDate?: string | null | undefined;
}

/** Whether the last day of a course is over. One without an end never is. */
export function hasEnded({ endDate }: Dated, zone: string, now: Date): boolean {
  return Boolean(endDate) && dateIn(zone, now) > String(endDate);
}
