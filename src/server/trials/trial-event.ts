import type { Role } from "#lib/people/people.options.ts";
import type { CalendarEvent } from "../calendar/calendar.ts";
import type { Config } from "../config/config.ts";
import type { trialLessons } from "../db/tables/trials.table.ts";

/** The calendar event of a trial lesson for one of its participants. */
export function toTrialEvent(
  { appUrl }: Pick<Config, "appUrl">,
  lesson: typeof trialLessons.$inferSelect,
  other: { profileId: string; name: string },
  reader: Role,
) {
  const isOff = lesson.status === "cancelled";
  const isOwn = reader === "teacher";
  const dashboard = `${appUrl}/dashboard`;
  const room = lesson.roomId && `${appUrl}/${isOwn ? "start" : "join"}/${lesson.id}`;
  return {
    id: lesson.id,
    sequence: lesson.sequence,
    cancelled: isOff,
    start: lesson.startsAt,
    end: lesson.endsAt,
    title: `Trial lesson with ${other.name}`,
    ...(room && !isOff ? { description: `${isOwn ? "Start" : "Join"} the lesson: ${room}` } : {}),
    url: isOff ? dashboard : room || `${dashboard}/messages?to=${other.profileId}`,
    changedAt: lesson.cancelledAt ?? lesson.createdAt,
  } satisfies CalendarEvent;
}
