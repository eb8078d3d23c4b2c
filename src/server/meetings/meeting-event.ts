import type { Role } from "#lib/people/people.options.ts";
import type { CalendarEvent } from "../calendar/calendar.ts";
import type { Config } from "../config/config.ts";
import type { meetings } from "../db/tables/meetings.table.ts";
import { endOf } from "./meeting-time.ts";

/** The calendar event of a meeting that belongs to no class. */
export function toMeetingEvent(
  { appUrl }: Pick<Config, "appUrl">,
  row: typeof meetings.$inferSelect,
  course: { title: string; teacherName: string },
  reader: Role,
): CalendarEvent {
  const isOwn = reader === "teacher";
  const url = `${appUrl}/${isOwn ? "start" : "join"}/${row.id}`;
  return {
    id: row.id,
    sequence: row.sequence,
    cancelled: row.status === "cancelled",
    start: row.startTime,
    end: endOf(row),
    title: row.topic,
    description: isOwn
      ? `${course.title}. Start the meeting: ${url}`
      : `${course.title}, with ${course.teacherName}. Join the meeting: ${url}`,
    url,
    changedAt: row.updatedAt ?? row.createdAt,
  };
}
