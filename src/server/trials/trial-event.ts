import type { CalendarEvent } from "../calendar/calendar.ts";
import type { Config } from "../config.ts";
import type { trialLessons } from "./trials.table.ts";

/** A trial lesson as the calendar of one of its two people takes it. */
export function toTrialEvent(
  { appUrl }: Pick<Config, "appUrl">,
  lesson: typeof trialLessons.$inferSelect,
  other: { profileId: string; name: string },
): CalendarEvent {
  const isOff = lesson.status === "cancelled";
  const dashboard = `${appUrl}/dashboard`;
  return {
    id: lesson.id,
    sequence: lesson.sequence,
    cancelled: isOff,
    start: lesson.startsAt,
    end: lesson.endsAt,
    title: `Trial lesson with ${other.name}`,
    url: isOff ? dashboard : `${dashboard}/messages?to=${other.profileId}`,
    changedAt: lesson.cancelledAt ?? lesson.createdAt,
  };
}
