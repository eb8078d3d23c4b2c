/** The first class that a new student of a course would have, for lists. */
import { dateIn } from "./course-dates.ts";
import type { CourseView } from "./courses.responses.ts";

export interface NextClass {
  /** An ISO 8601 instant. */
  at: string;
  /** Whether it is the first class of the course. */
  isFirst: boolean;
}

type Dated = Pick<CourseView, "nextClassAt" | "startDate" | "timeZone">;

/** The next class. Undefined if there is none, or if it has started since the course was read. */
export function findNextClass(
  { nextClassAt, startDate, timeZone }: Dated,
  now: Date,
): NextClass | undefined {
  if (nextClassAt === undefined || Date.parse(nextClassAt) <= now.getTime()) return undefined;
  const isFirst = startDate !== undefined && startDate >= dateIn(timeZone, now);
  return { at: nextClassAt, isFirst };
}
