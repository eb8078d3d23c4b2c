import type { Role } from "#lib/people/people.options.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/translate.ts";
import type { CalendarEvent } from "../calendar/calendar.ts";
import type { Config } from "../config/config.ts";
import { pageUrl } from "../config/page-url.ts";
import type { meetings } from "../db/tables/meetings.table.ts";
import { endOf } from "./meeting-time.ts";

const t = getTexts("meetings");

/** The calendar event of a meeting that belongs to no class, in the current language. */
export function toMeetingEvent(
  config: Pick<Config, "appUrl">,
  row: typeof meetings.$inferSelect,
  course: { title: string; teacherName: string },
  reader: Role,
): CalendarEvent {
  const isOwn = reader === "teacher";
  const url = pageUrl(config, `/${isOwn ? "start" : "join"}/${row.id}`);
  const title = isolatedInRtl(course.title);
  return {
    id: row.id,
    sequence: row.sequence,
    cancelled: row.status === "cancelled",
    start: row.startTime,
    end: endOf(row),
    title: row.topic,
    description: isOwn
      ? t("server.event.start", { course: title, url })
      : t("server.event.join", { course: title, teacher: isolatedInRtl(course.teacherName), url }),
    url,
    changedAt: row.updatedAt ?? row.createdAt,
  };
}
