/** The events of a person's calendar, in three queries regardless of the number of courses. */
import { and, eq, gt, isNull, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { canceledDays, maxFeedEvents, pastDays } from "#lib/calendar-feeds/calendar-feeds.ts";
import type { CalendarEvent } from "../calendar/calendar.ts";
import { toCalendarEvent } from "../classes/class-event.ts";
import type { Context } from "../context.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";
import { toMeetingEvent } from "../meetings/meeting-event.ts";
import { toTrialEvent } from "../trials/trial-event.ts";
import { asPartOf, daysAgo, isStillShown, latest, type Reader, selectParts } from "./feed-parts.ts";

/**
 * Classes, other meetings and trial lessons, by start. Canceled events, and events of courses that
 * the person has left, are marked as canceled and omitted after a while. The number of events is
 * limited to those nearest to now.
 */
export async function listFeedEvents(context: Context, reader: Reader): Promise<CalendarEvent[]> {
  const lists = [
    await listClassEvents(context, reader),
    await listMeetingEvents(context, reader),
    await listTrialEvents(context, reader),
  ];
  const byStart = (a: CalendarEvent, b: CalendarEvent) =>
    a.start.getTime() - b.start.getTime() || (a.id < b.id ? -1 : 1);
  const now = Date.now();
  const distance = ({ start }: CalendarEvent) => Math.abs(start.getTime() - now);
  return lists
    .flat()
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, maxFeedEvents)
    .sort(byStart);
}

/** Orders rows by the distance of their start from now. */
function distanceOf(startsAt: SQLWrapper): SQL {
  return sql`abs(extract(epoch from ${startsAt} - ${new Date().toISOString()}::timestamptz))`;
}

/** The course data that an event contains. */
const course = { title: courses.title, teacherName: profiles.name, changedAt: courses.updatedAt };

async function listClassEvents({ db, config }: Context, reader: Reader): Promise<CalendarEvent[]> {
  const part = selectParts(db, reader);
  const { isIn, leftAt, endings } = part;
  const rows = await db
    .select({ row: classes, course, part: { isIn, leftAt, endings } })
    .from(part)
    .innerJoin(courses, eq(courses.id, part.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .innerJoin(classes, eq(classes.courseId, courses.id))
    .where(
      and(
        gt(classes.endsAt, daysAgo(pastDays)),
        or(ne(classes.status, "dropped"), gt(classes.updatedAt, daysAgo(canceledDays))),
        isStillShown(part, sql`${classes.endsAt}`),
      ),
    )
    .orderBy(distanceOf(classes.startsAt), classes.id)
    .limit(maxFeedEvents);
  return rows.map((each) => {
    const event = toCalendarEvent(config, each.row, each.course, reader.role);
    const changedAt = latest(event.changedAt, each.course.changedAt);
    return asPartOf({ ...event, changedAt }, each.part);
  });
}

/** Meetings without a class, or with a canceled class if the meeting itself still takes place. */
async function listMeetingEvents(
  { db, config }: Context,
  reader: Reader,
): Promise<CalendarEvent[]> {
  const part = selectParts(db, reader);
  const { isIn, leftAt, endings } = part;
  const endsAt = sql`${meetings.startTime} + make_interval(mins => ${meetings.duration})`;
  const isDropped = eq(classes.status, "dropped");
  const rows = await db
    .select({ row: meetings, course, part: { isIn, leftAt, endings } })
    .from(part)
    .innerJoin(courses, eq(courses.id, part.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .innerJoin(meetings, eq(meetings.courseId, courses.id))
    .leftJoin(classes, eq(classes.id, meetings.classId))
    .where(
      and(
        gt(meetings.startTime, daysAgo(pastDays)),
        or(isNull(meetings.classId), isDropped),
        // Omit canceled meetings of canceled classes, because the class is already listed as
        // canceled.
        or(ne(meetings.status, "cancelled"), isNull(meetings.classId)),
        or(ne(meetings.status, "cancelled"), gt(meetings.startTime, daysAgo(canceledDays))),
        isStillShown(part, endsAt),
      ),
    )
    .orderBy(distanceOf(meetings.startTime), meetings.id)
    .limit(maxFeedEvents);
  return rows.map((each) => {
    const event = toMeetingEvent(config, each.row, each.course, reader.role);
    const changedAt = latest(event.changedAt, each.course.changedAt);
    return asPartOf({ ...event, changedAt }, each.part);
  });
}

async function listTrialEvents({ db, config }: Context, reader: Reader): Promise<CalendarEvent[]> {
  const isTeacher = reader.role === "teacher";
  const own = isTeacher ? trialLessons.teacherId : trialLessons.studentId;
  const others = isTeacher ? trialLessons.studentId : trialLessons.teacherId;
  const rows = await db
    .select({ row: trialLessons, other: { profileId: profiles.id, name: profiles.name } })
    .from(trialLessons)
    .innerJoin(profiles, eq(profiles.id, others))
    .where(
      and(
        eq(own, reader.id),
        gt(trialLessons.endsAt, daysAgo(pastDays)),
        or(
          ne(trialLessons.status, "cancelled"),
          gt(trialLessons.cancelledAt, daysAgo(canceledDays)),
        ),
      ),
    )
    .orderBy(distanceOf(trialLessons.startsAt), trialLessons.id)
    .limit(maxFeedEvents);
  return rows.map(({ row, other }) => toTrialEvent(config, row, other, reader.role));
}
