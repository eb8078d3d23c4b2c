/** Requests the video rooms of upcoming classes, so that teachers don't have to create each one. */
import { and, asc, eq, exists, gt, inArray, isNull, lte, notExists, or, sql } from "drizzle-orm";
import { defaultMeetingSettings } from "#lib/meetings/meetings.rules.ts";
import type { Context } from "../context.ts";
import { isEnrolled } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { meetingRequests } from "../db/tables/meeting-requests.table.ts";
import { meetingConnections, meetings } from "../db/tables/meetings.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { lockTeacherTimes } from "../db/teacher-times.ts";
import { startBatch } from "../jobs/batch.ts";
import { meetingJobs } from "../meetings/meeting-jobs.ts";
import { meetingMinutes } from "./class-meetings.ts";

/** How many days before its start a class gets its room. */
export const roomDaysAhead = 3;

/**
 * The maximum number of teachers whose classes are checked in one run, and of classes per teacher.
 */
const maxTeachers = 100;
const maxClasses = 50;

const day = 24 * 60 * 60 * 1_000;

/**
 * Requests a room for each upcoming class that has students and no room yet, of all teachers who
 * have connected a meeting service. A job creates the rooms there. A failure for one teacher
 * doesn't affect the others.
 * @throws the first failure, after all teachers have been tried.
 */
export async function requestDueRooms(context: Context): Promise<void> {
  const { db } = context;
  const teachers = await db
    .selectDistinct({ id: classes.teacherId })
    .from(classes)
    .where(and(needsRoom(db), hasConnection(db)))
    .limit(maxTeachers);
  const batch = startBatch(context);
  for (const { id } of teachers) {
    await batch.attempt({ teacherId: id }, () =>
      db.transaction((tx) => requestRoomsOfClasses(context, tx, id)),
    );
  }
  batch.end();
}

/**
 * Requests the rooms of one teacher's upcoming classes. A class has its room requested once, and
 * again after the class has changed, so that a room that the teacher canceled isn't created again.
 */
export async function requestRoomsOfClasses(
  context: Context,
  tx: Db,
  teacherId: string,
): Promise<void> {
  // A teacher who creates the same meeting at this moment waits until the request is visible.
  await lockTeacherTimes(tx, teacherId);
  const due = await tx
    .select({ class: classes, topic: courses.title, timeZone: profiles.timeZone })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(profiles, eq(profiles.id, classes.teacherId))
    .where(and(eq(classes.teacherId, teacherId), needsRoom(tx)))
    .orderBy(asc(classes.startsAt))
    .limit(maxClasses);
  if (due.length === 0) return;
  const now = new Date();
  const ids = due.map(({ class: { id } }) => id);
  await tx.update(classes).set({ roomRequestedAt: now }).where(inArray(classes.id, ids));
  await tx
    .insert(meetingRequests)
    .values(
      due.map(({ class: row, topic, timeZone }) => ({
        teacherId,
        courseId: row.courseId,
        classId: row.id,
        topic,
        startTime: row.startsAt,
        duration: meetingMinutes(row),
        timeZone,
        settings: defaultMeetingSettings,
        notBefore: now,
      })),
    )
    // The teacher has requested a meeting of the same name for this time.
    .onConflictDoNothing();
  await context.jobs.send(tx, meetingJobs.create, {}, { startAfter: now });
}

function needsRoom(db: Db) {
  const now = new Date();
  return and(
    eq(classes.status, "scheduled"),
    gt(classes.startsAt, now),
    lte(classes.startsAt, new Date(now.getTime() + roomDaysAhead * day)),
    or(isNull(classes.roomRequestedAt), sql`${classes.roomRequestedAt} < ${classes.updatedAt}`),
    hasStudents(db),
    lacksRoom(db),
    notExists(
      db
        .select({ id: meetingRequests.id })
        .from(meetingRequests)
        .where(and(eq(meetingRequests.classId, classes.id), isNull(meetingRequests.canceledAt))),
    ),
  );
}

/** Whether someone is enrolled in the course of a row of `classes`. */
export const hasStudents = (db: Db) =>
  exists(
    db
      .select({ id: enrollments.id })
      .from(enrollments)
      .where(and(eq(enrollments.courseId, classes.courseId), isEnrolled)),
  );

/** Whether a row of `classes` has no meeting in which it can take place. */
export const lacksRoom = (db: Db) =>
  notExists(
    db
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(eq(meetings.classId, classes.id), sql`${meetings.status} <> 'cancelled'`)),
  );

const hasConnection = (db: Db) =>
  exists(
    db
      .select({ id: meetingConnections.id })
      .from(meetingConnections)
      .where(
        and(
          eq(meetingConnections.teacherId, classes.teacherId),
          isNull(meetingConnections.revokedAt),
        ),
      ),
  );
