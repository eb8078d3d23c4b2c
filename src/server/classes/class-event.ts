import type { Role } from "#lib/people/people.options.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/translate.ts";
import type { CalendarEvent } from "../calendar/calendar.ts";
import type { Config } from "../config/config.ts";
import { pageUrl } from "../config/page-url.ts";
import type { ClassRow } from "./match-classes.ts";

const t = getTexts("classes");

/**
 * Converts a class to a calendar event. The ID stays the same when the class moves, and the
 * sequence increases with every change. The link redirects to the current meeting of the class. Its
 * description is written in the current language.
 */
export function toCalendarEvent(
  config: Pick<Config, "appUrl">,
  row: ClassRow,
  course: { title: string; teacherName: string },
  reader: Role = "student",
): CalendarEvent {
  const isOwn = reader === "teacher";
  const url = pageUrl(config, `/${isOwn ? "start" : "join"}/${row.id}`);
  const { title } = course;
  const teacher = isolatedInRtl(course.teacherName);
  const describeNote = (note: string) =>
    isOwn ? t("server.event.ownNote", { note }) : t("server.event.note", { teacher, note });
  return {
    id: row.id,
    sequence: row.sequence,
    cancelled: row.status !== "scheduled",
    start: row.startsAt,
    end: row.endsAt,
    title,
    description: [
      isOwn ? t("server.event.start", { url }) : t("server.event.join", { teacher, url }),
      ...(row.note ? [describeNote(row.note)] : []),
    ].join("\n"),
    url,
    changedAt: row.updatedAt ?? row.createdAt,
  };
}
