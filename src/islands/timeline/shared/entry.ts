/** Names, times and links of the timeline's entries. */
import type { Role } from "#lib/people/people.options.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl, listTexts } from "#lib/text/bidi.ts";
import { capitalize } from "#lib/text/capitalize.ts";
import { formatTimes } from "#lib/time/format-hours.ts";
import { formatDay } from "#lib/time/format-time.ts";
import { nameNearDay } from "#lib/time/near-day.ts";
import type { TimelineEntry } from "#lib/timeline/timeline.responses.ts";
import { getTexts } from "#translations/timeline.ts";

const t = getTexts("timeline");

/** The name that people look for: that of the course, or of the other person. */
export function titleOf({ course, person }: TimelineEntry): string {
  return course?.title ?? t("trial", { name: isolatedInRtl(person?.name ?? "") });
}

/** What distinguishes the entry from others of its course: 'Class 10: Iqlab', or the topic. */
export function detailOf({ kind, number, topic }: TimelineEntry): string | undefined {
  if (number === undefined) return topic ?? (kind === "meeting" ? t("extra") : undefined);
  if (!topic) return t("class", { number });
  return t("classWithTopic", { number, topic: isolatedInRtl(topic) });
}

/** Both, to tell buttons of several entries apart. */
export function nameOf(entry: TimelineEntry): string {
  return listTexts([titleOf(entry), detailOf(entry)].filter((part) => part !== undefined));
}

/** 'Today', 'Tomorrow' or 'Monday, March 29, 2027'. */
export function dayOf({ startsAt }: TimelineEntry, zone: string, now: number): string {
  return nameNearDay(startsAt, zone, now) ?? capitalize(formatDay(startsAt, zone, now));
}

/** '18:00-19:00', without the zone, which is named once for the whole list. */
export const timesOf = ({ startsAt, endsAt }: TimelineEntry, zone: string): string =>
  formatTimes(startsAt, endsAt, zone);

/** 'Today, 18:00-19:00', without the zone. */
export const whenOf = (entry: TimelineEntry, zone: string, now: number): string =>
  t("when", { day: dayOf(entry, zone, now), time: timesOf(entry, zone) });

/** Where the entry is described: the course's room, its classes, or the conversation. */
export function pageOf({ course, person }: TimelineEntry, role: Role): string {
  if (!course)
    return localizePath(`/dashboard/messages?to=${encodeURIComponent(person?._id ?? "")}`);
  const pages = role === "teacher" ? "classes" : "enrolled-courses";
  return localizePath(`/dashboard/${pages}/${course._id}`);
}
