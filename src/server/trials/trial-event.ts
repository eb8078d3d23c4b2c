import type { Role } from "#lib/people/people.options.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/translate.ts";
import type { CalendarEvent } from "../calendar/calendar.ts";
import type { Config } from "../config/config.ts";
import { pageUrl } from "../config/page-url.ts";
import type { trialLessons } from "../db/tables/trials.table.ts";

const t = getTexts("trials");

/**
 * The calendar event of a trial lesson for one of its participants, in the current language.
 */
export function toTrialEvent(
  config: Pick<Config, "appUrl">,
  lesson: typeof trialLessons.$inferSelect,
  other: { profileId: string; name: string },
  reader: Role,
) {
  const isOff = lesson.status === "cancelled";
  const isOwn = reader === "teacher";
  const way = isOwn ? "start" : "join";
  const room = lesson.roomId && pageUrl(config, `/${way}/${lesson.id}`);
  const elsewhere = isOff ? "/dashboard" : `/dashboard/messages?to=${other.profileId}`;
  return {
    id: lesson.id,
    sequence: lesson.sequence,
    cancelled: isOff,
    start: lesson.startsAt,
    end: lesson.endsAt,
    title: t("server.event.title", { name: isolatedInRtl(other.name) }),
    ...(room && !isOff ? { description: t(`server.event.${way}`, { url: room }) } : {}),
    url: isOff || !room ? pageUrl(config, elsewhere) : room,
    changedAt: lesson.cancelledAt ?? lesson.createdAt,
  } satisfies CalendarEvent;
}
