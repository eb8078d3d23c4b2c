import type { Role } from "#lib/people.options.ts";
import type { CalendarEvent } from "../calendar/calendar.ts";
import type { Config } from "../config.ts";
import type { meetings } from "./meetings.table.ts";

/** A meeting besides the classes as calendars take it. It is never moved, at most called off. */
export function toMeetingEvent(
  { appUrl }: Pick<Config, "appUrl">,
  row: typeof meetings.$inferSelect,
  course: { title: string; teacherName: string },
  reader: Role,
): CalendarEvent {
  const isOff = row.status === "cancelled";
  const isOwn = reader === "teacher";
  const url = `${appUrl}/${isOwn ? "start" : "join"}/${row.id}`;
  return {
    id: row.id,
    sequence: isOff ? 1 : 0,
    cancelled: isOff,
    start: row.startTime,
    end: new Date(row.startTime.getTime() + row.duration * 60_000),
    title: row.topic,
    description: isOwn
      ? `${course.title}. Start the meeting: ${url}`
      : `${course.title}, with ${course.teacherName}. Join the meeting: ${url}`,
    url,
    changedAt: row.createdAt,
  };
}
