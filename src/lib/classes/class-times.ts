/** The weekly classes of a course in two time zones, for display. */
import { capitalize } from "../text/capitalize.ts";
import { formatHours, formatWeekly } from "../time/format-hours.ts";
import {
  describeZone,
  formatInstant,
  formatShortWeekday,
  labelDay,
  nameDay,
} from "../time/format-time.ts";
import type { NextClass } from "./weekly-classes.ts";

interface ClassTimes {
  /** In the order of the schedule. `viewerHours` is empty if no further class takes place. */
  rows: { day: string; hours: string; viewerHours: string }[];
  /** Whether a class has another time for the viewer. */
  differs: boolean;
  /** The start of the next class; undefined if there is none. */
  next: { start: string; viewerText: string; teacherText: string } | undefined;
  teacherZoneText: string;
  /** Undefined if the viewer is in the teacher's zone. */
  viewerZoneText: string | undefined;
}

/** Includes the day if it differs in the viewer's time zone: 'Tue 01:00-02:00'. */
function toViewerHours({ day, next }: NextClass, zone: string): string {
  if (!next) return "";
  const own = formatWeekly(next, zone);
  if (own.day === nameDay(day)) return own.hours;
  return `${capitalize(formatShortWeekday(next.start, zone))} ${own.hours}`;
}

/**
 * Describes the weekly classes.
 * @param zone the teacher's IANA zone.
 * @param viewerZone the viewer's IANA zone.
 * @param next the start of the next class in ISO 8601, if there is one.
 */
export function describeClassTimes(
  classes: readonly NextClass[],
  zone: string,
  viewerZone: string,
  next?: string,
): ClassTimes {
  const differs = classes.some(
    (each) => toViewerHours(each, viewerZone) !== toViewerHours(each, zone),
  );
  // Offsets change over the year.
  const at = next ?? classes.find((each) => each.next)?.next?.start;
  return {
    rows: classes.map((each) => ({
      day: labelDay(each.day),
      hours: formatHours(each),
      viewerHours: toViewerHours(each, viewerZone),
    })),
    differs,
    next:
      next === undefined
        ? undefined
        : {
            start: next,
            viewerText: capitalize(formatInstant(next, viewerZone, Date.now())),
            teacherText: capitalize(formatInstant(next, zone, Date.now())),
          },
    teacherZoneText: describeZone(zone, at),
    viewerZoneText: viewerZone === zone ? undefined : describeZone(viewerZone, at),
  };
}
