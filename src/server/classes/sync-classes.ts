/** Keeps the dated classes of a course in sync with its weekly schedule, dates and status. */
import { and, asc, desc, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { DatedTime } from "#lib/classes/classes.ts";
import { expandClasses } from "#lib/classes/weekly-classes.ts";
import type { Context } from "../context.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { linkMeetings } from "../meetings/link-meetings.ts";
import { announce } from "./announcement.ts";
import { cancelMeetingsOfClasses, moveMeetingsOfClasses } from "./class-meetings.ts";
import { findCourseWeek } from "./course-week.ts";
import { type ClassChanges, type ClassRow, matchClasses } from "./match-classes.ts";
import { changeSoldClasses } from "./sold/removed-classes.ts";
import { updateUpcomingClasses } from "./sold/sold-classes.ts";

/** The constraint that prevents a teacher's classes from overlapping. */
export const classClash = "classes_overlap";

const rowsAtOnce = 1_000;

/**
 * The maximum number of dropped classes of a course that are kept for calendars. The oldest are
 * deleted first.
 */
const maxDropped = 1_000;

/**
 * Updates the upcoming classes after a change of the course: adds new ones, moves others with their
 * meetings under the same ID, and keeps those that the teacher moved or canceled. Classes that have
 * started don't change. The course must be locked. If classes of the teacher overlap, the commit
 * fails.
 *
 * @returns whether anything changed that students may already know about.
 */
export async function syncClasses(context: Context, tx: Db, courseId: string): Promise<boolean> {
  const course = await findCourseWeek(tx, courseId);
  if (!course) return false;
  const now = new Date();
  const ofCourse = eq(classes.courseId, courseId);
  const isNew = (await tx.$count(classes, ofCourse)) === 0;
  if (isNew && !course.takesPlace) return false;
  const existing = await tx
    .select()
    .from(classes)
    .where(
      and(
        ofCourse,
        gt(classes.startsAt, now),
        // Ignore classes that were moved from a past date, because past dates are no longer
        // planned.
        course.takesPlace ? gt(classes.plannedStart, now) : undefined,
      ),
    )
    .orderBy(asc(classes.plannedStart));
  const changes = matchClasses(existing, await planClasses(tx, courseId, course, isNew));
  await dropClasses(context, tx, courseId, changes.gone, now);
  await replan(tx, changes.replanned);
  await reschedule(tx, changes.changed, existing, now);
  await moveMeetingsOfClasses(
    context,
    tx,
    changes.changed.map(({ id }) => id),
  );
  const announcedAt = isNew ? null : now;
  await add(tx, { courseId, teacherId: course.teacherId, announcedAt }, changes.added);
  await linkMeetings(tx, courseId);
  await updateUpcomingClasses(tx, courseId);
  return !isNew && countChanges(changes) > 0;
}

/**
 * Like `syncClasses`, for all courses of a teacher, for example after a change of the time zone.
 */
export async function syncTeacherClasses(
  context: Context,
  tx: Db,
  teacherId: string,
): Promise<string[]> {
  const own = await tx
    .select({ id: courses.id })
    .from(courses)
    .where(isTeacherOf(teacherId))
    .orderBy(asc(courses.id))
    .for("update");
  const changed: string[] = [];
  for (const { id } of own) {
    const sync = () => syncClasses(context, tx, id);
    if (await changeSoldClasses(context, tx, id, sync)) changed.push(id);
  }
  return changed;
}

function countChanges({ added, changed, gone }: ClassChanges): number {
  return added.length + changed.length + gone.length;
}

/**
 * The upcoming times. A course without classes so far also gets its past ones. A class that was
 * moved forward and has already started isn't planned again.
 */
async function planClasses(
  tx: Db,
  courseId: string,
  course: NonNullable<Awaited<ReturnType<typeof findCourseWeek>>>,
  isNew: boolean,
): Promise<DatedTime[]> {
  if (!course.takesPlace) return [];
  const planned = expandClasses(course);
  if (isNew) return planned;
  const now = new Date();
  const held = await tx
    .select({ plannedStart: classes.plannedStart })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, courseId),
        gt(classes.plannedStart, now),
        lte(classes.startsAt, now),
      ),
    );
  const heldPlans = new Set(held.map(({ plannedStart }) => plannedStart.getTime()));
  return planned.filter(({ startsAt }) => startsAt > now && !heldPlans.has(startsAt.getTime()));
}

async function dropClasses(
  context: Context,
  tx: Db,
  courseId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(classes)
    .set({ status: "dropped", sequence: sql`${classes.sequence} + 1`, updatedAt: now })
    .where(inArray(classes.id, [...ids]));
  await cancelMeetingsOfClasses(context, tx, ids);
  const dropped = tx
    .select({ id: classes.id })
    .from(classes)
    .where(and(eq(classes.courseId, courseId), eq(classes.status, "dropped")))
    .orderBy(desc(classes.updatedAt), asc(classes.id))
    .offset(maxDropped);
  await tx.delete(classes).where(inArray(classes.id, dropped));
}

type Timed = ClassChanges["changed"];

/** The new times as a table for `update … from`, so that one statement updates any number of rows. */
function timesTable(list: Timed): SQL {
  const instants = (read: (time: DatedTime) => Date) =>
    sql.param(list.map(({ time }) => read(time).toISOString()));
  return sql`unnest(
    ${sql.param(list.map(({ id }) => id))}::text[],
    ${instants(({ startsAt }) => startsAt)}::timestamptz[],
    ${instants(({ endsAt }) => endsAt)}::timestamptz[]
  ) as planned (id, starts_at, ends_at)`;
}

const isPlanned = sql`${classes.id} = planned.id`;

async function replan(tx: Db, list: Timed): Promise<void> {
  if (list.length === 0) return;
  await tx
    .update(classes)
    .set({ plannedStart: sql`planned.starts_at` })
    .from(timesTable(list))
    .where(isPlanned);
}

async function reschedule(
  tx: Db,
  list: Timed,
  existing: readonly ClassRow[],
  now: Date,
): Promise<void> {
  if (list.length === 0) return;
  const before = new Map(existing.map((row) => [row.id, row]));
  const announced = list.map(({ id, time }) => {
    const row = before.get(id);
    if (!row) throw new Error("The class to move was not read");
    return announce(row, time.startsAt, now);
  });
  const instants = (list: readonly (Date | null)[]) =>
    sql.param(list.map((instant) => instant?.toISOString() ?? null));
  const announcements = sql`unnest(
    ${sql.param(list.map(({ id }) => id))}::text[],
    ${instants(announced.map(({ announcedAt }) => announcedAt))}::timestamptz[],
    ${instants(announced.map(({ announcedStart }) => announcedStart))}::timestamptz[]
  ) as announced (id, at, start)`;
  await tx
    .update(classes)
    .set({
      plannedStart: sql`planned.starts_at`,
      startsAt: sql`planned.starts_at`,
      endsAt: sql`planned.ends_at`,
      announcedAt: sql`announced.at`,
      announcedStart: sql`announced.start`,
      status: "scheduled",
      note: null,
      sequence: sql`${classes.sequence} + 1`,
      updatedAt: now,
    })
    .from(sql`${timesTable(list)} join ${announcements} using (id)`)
    .where(isPlanned);
}

async function add(
  tx: Db,
  course: { courseId: string; teacherId: string; announcedAt: Date | null },
  times: readonly DatedTime[],
): Promise<void> {
  const rows = times.map((time) => ({ ...course, plannedStart: time.startsAt, ...time }));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx.insert(classes).values(rows.slice(from, from + rowsAtOnce));
  }
}
