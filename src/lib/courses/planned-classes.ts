/**
 * The weekly classes of a course that isn't saved yet, by the teacher's clock. The form only counts
 * them, so it doesn't need `weekly-classes.ts`, whose time zones would cost the browser a polyfill.
 */
import type { WeeklyTime } from "../people/people.ts";
import { dayNumber, isCalendarDate } from "../time/time.ts";

interface Plan {
  schedule: readonly WeeklyTime[];
  startDate: string;
  endDate: string;
}

export interface PlannedClasses {
  count: number;
  /** The wall-clock time of the first class, written as an instant in UTC. */
  first: string;
}

const dayMs = 86_400_000;

/** Undefined if the dates are missing, or if no class falls between them. */
export function countPlannedClasses({
  schedule,
  startDate,
  endDate,
}: Plan): PlannedClasses | undefined {
  if (!isCalendarDate(startDate) || !isCalendarDate(endDate)) return undefined;
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  // getUTCDay() counts from Sunday, and dayNumber() from Monday.
  const firstDay = new Date(start).getUTCDay();
  let count = 0;
  const firsts: string[] = [];
  for (const { day, startTime } of schedule) {
    const first = start + ((dayNumber(day) - firstDay + 7) % 7) * dayMs;
    if (first > end) continue;
    count += Math.floor((end - first) / (7 * dayMs)) + 1;
    firsts.push(`${new Date(first).toISOString().slice(0, 10)}T${startTime}:00Z`);
  }
  const first = firsts.sort()[0];
  return first === undefined ? undefined : { count, first };
}
