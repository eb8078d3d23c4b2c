import type { Role } from "#lib/people/people.options.ts";
import type { CalendarEvent } from "../calendar/calendar.ts";
import type { Config } from "../config/config.ts";
import type { ClassRow } from "./match-classes.ts";

/**
 * Converts a class to a calendar event. The ID stays the same when the class moves, and the
 * sequence increases with every change. The link redirects to the current meeting of the class.
 */
export function toCalendarEvent(
  { appUrl }: Pick<Config, "appUrl">,
  row: ClassRow,
  course: { title: string; teacherName: string },
  reader: Role = "student",
): CalendarEvent {
  const isOwn = reader === "teacher";
  const url = `${appUrl}/${isOwn ? "start" : "join"}/${row.id}`;
  const { teacherName, title } = course;
  return {
    id: row.id,
    sequence: row.sequence,
    cancelled: row.status !== "scheduled",
    start: row.startsAt,
    end: row.endsAt,
    title,
    description: [
      isOwn ? `Start the class: ${url}` : `With ${teacherName}. Join the class: ${url}`,
      ...(row.note ? [isOwn ? `Your note: ${row.note}` : `${teacherName} says: ${row.note}`] : []),
    ].join("\n"),
    url,
    changedAt: row.updatedAt ?? row.createdAt,
  };
}
