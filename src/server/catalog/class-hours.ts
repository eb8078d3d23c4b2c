/** Converts days and times from the visitor's time zone to the time zones of teachers. */
import { type SQL, sql } from "drizzle-orm";
import type { CourseFilter } from "#lib/catalog/course-filters.ts";
import { type HourQuery, isTimed, listChosen, listHours } from "#lib/catalog/hour-filters.ts";
import { dayNumber } from "#lib/time/time.ts";
import { findKnownZone } from "#lib/time/time-zones.ts";
import { zonedTime } from "#lib/time/zoned-time.ts";
import type { Db } from "../db/connection.ts";
import { courseListings, weekQuarters } from "../db/tables/course-listings.table.ts";
import { profiles } from "../db/tables/people.table.ts";

const quarterMs = 15 * 60 * 1000;
const dayQuarters = weekQuarters / 7;

/**
 * The condition that a class starts on one of the chosen days, in one of the chosen parts of the day.
 * Undefined if none are chosen.
 */
export async function startsWithin(
  db: Db,
  filter: CourseFilter,
  now: Date,
): Promise<SQL | undefined> {
  if (!isTimed(filter)) return undefined;
  const quarters = listWantedQuarters(filter, now);
  const zones = await listTeacherZones(db);
  const masks = zones.map((zone) => maskQuarters(quarters, zone));
  const wanted = sql`unnest(${sql.param(zones)}::text[], ${sql.param(masks)}::text[])`;
  const { timeZone, classStarts } = courseListings;
  const bits = sql.raw(`bit(${weekQuarters})`);
  return sql`exists (
    select from ${wanted} as wanted (zone, mask)
    where wanted.zone = ${timeZone} and ${classStarts} & wanted.mask::${bits} <> 0::${bits}
  )`;
}

/** Times of a week in one time zone. `day` is from 1 (Monday) to 7. */
export interface LocalHours {
  zone: string;
  day: number;
  from: string;
  until: string;
}

/**
 * The chosen times in each time zone that a teacher has, with adjacent times merged. Undefined if
 * no days or times are chosen.
 */
export async function listLocalHours(
  db: Db,
  filter: HourQuery,
  now: Date,
): Promise<LocalHours[] | undefined> {
  if (!isTimed(filter)) return undefined;
  const quarters = listWantedQuarters(filter, now);
  const zones = await listTeacherZones(db);
  return zones.flatMap((zone) => {
    const mask = maskQuarters(quarters, zone);
    return Array.from({ length: 7 }, (_, index) => index + 1).flatMap((day) =>
      [...mask.slice((day - 1) * dayQuarters, day * dayQuarters).matchAll(/1+/g)].map((run) => ({
        zone,
        day,
        from: clockTime(run.index),
        until: clockTime(run.index + run[0].length),
      })),
    );
  });
}

/** A time in PostgreSQL's format. The end of a day is 24:00. */
function clockTime(quarter: number): string {
  const minutes = (quarter % 4) * 15;
  return `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

async function listTeacherZones(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ zone: profiles.timeZone }).from(profiles);
  return rows.map(({ zone }) => zone);
}

/**
 * The quarter hours of the next seven days that are chosen in the viewer's time zone. They have
 * dates, so that they are right both before and after a clock change.
 */
function listWantedQuarters(filter: HourQuery, now: Date): Date[] {
  const zone = findKnownZone(filter.zone ?? "") ?? "UTC";
  // Sunday is 0 in `ZonedTime`.
  const weekdays = listChosen(filter.day).map((day) => dayNumber(day) % 7);
  const hours = listHours(filter);
  const first = Math.ceil(now.getTime() / quarterMs);
  const week = Array.from(
    { length: weekQuarters },
    (_, index) => new Date((first + index) * quarterMs),
  );
  return week.filter((start) => {
    const at = zonedTime(start.toISOString(), zone);
    return (
      at !== undefined &&
      (weekdays.length === 0 || weekdays.includes(at.weekday)) &&
      (hours.length === 0 || hours.includes(at.hour))
    );
  });
}

/** The given quarter hours as bits of a week in the zone, starting on Monday. */
function maskQuarters(quarters: readonly Date[], zone: string): string {
  const bits = Array.from<string>({ length: weekQuarters }).fill("0");
  const offsetAt = (start: Date | undefined) =>
    (start && zonedTime(start.toISOString(), zone)?.offsetMinutes) ?? 0;
  const usual = offsetAt(quarters.at(0));
  // Reading each offset takes a hundred times as long, and is needed only in the two weeks of a
  // year with a clock change.
  const isConstant = usual === offsetAt(quarters.at(-1));
  for (const start of quarters) {
    const offset = isConstant ? usual : offsetAt(start);
    const local = new Date(start.getTime() + offset * 60 * 1000);
    const minutes = local.getUTCHours() * 60 + local.getUTCMinutes();
    const day = (local.getUTCDay() + 6) % 7;
    bits[day * dayQuarters + Math.floor(minutes / 15)] = "1";
  }
  return bits.join("");
}
