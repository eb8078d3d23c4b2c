import type { CalendarEvent } from "../calendar/calendar.ts";
import type { Config } from "../config.ts";
import type { ClassRow } from "./match-classes.ts";

/** A class as calendars take it: the same id wherever it is moved, and a sequence that goes up. */
export function toCalendarEvent(
  { appUrl }: Pick<Config, "appUrl">,
  row: ClassRow,
  course: { id: string; title: string; teacherName: string },
): CalendarEvent {
  const url = `${appUrl}/dashboard/enrolled-courses/${course.id}`;
  return {
    id: row.id,
    sequence: row.sequence,
    cancelled: row.status !== "scheduled",
    start: row.startsAt,
    end: row.endsAt,
    title: course.title,
    description: `With ${course.teacherName}. Join from the page of your course: ${url}`,
    url,
    changedAt: row.updatedAt ?? row.createdAt,
  };
}
