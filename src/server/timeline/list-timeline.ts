/** The upcoming classes, meetings and trial lessons of one person, in one list. */
import { and, asc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { overtimeMinutes } from "#lib/rooms/room-opening.ts";
import type { TimelineEntry } from "#lib/timeline/timeline.responses.ts";
import { maxTimelineEntries, timelineDays } from "#lib/timeline/timeline.rules.ts";
import { type Actor, type ProfiledActor, requireProfile } from "../actor.ts";
import { hasStudents } from "../classes/class-rooms.ts";
import type { Context } from "../context.ts";
import { isStudentOf, isTeacherOf } from "../course-members/membership.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { meetingRequests } from "../db/tables/meeting-requests.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { isConnected } from "../meetings/connection/connection.ts";
import { listTrialsOf } from "../trials/trials.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * What the actor has coming up within `timelineDays`, ordered by start: what they teach, or what
 * they are enrolled in. An entry stays in the list until it ends, and for an hour longer while its
 * meeting is in progress.
 */
export function listTimeline(context: Context, actor: Actor): Promise<TimelineEntry[]> {
  return readTimeline(context, requireProfile(actor).profile);
}

/** Like `listTimeline`, for callers that have checked the access themselves. */
export async function readTimeline(
  context: Context,
  profile: ProfiledActor["profile"],
): Promise<TimelineEntry[]> {
  const isOwn = profile.role === "teacher" ? isTeacherOf(profile.id) : isStudentOf(profile.id);
  const [ofClasses, ofMeetings, ofTrials] = await Promise.all([
    listClasses(context, profile, isOwn),
    listExtraMeetings(context, isOwn),
    listTrialLessons(context, profile),
  ]);
  return [...ofClasses, ...ofMeetings, ...ofTrials]
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt) || a._id.localeCompare(b._id))
    .slice(0, maxTimelineEntries);
}

interface RoomOfClass {
  topic: string;
  status: (typeof meetings.$inferSelect)["status"];
  provider: string;
}

/** The latest meeting of a row of `classes`, because an earlier one was most likely a mistake. */
const roomOfClass = sql<RoomOfClass | null>`(
  select json_build_object(
    'topic', meeting.topic, 'status', meeting.status, 'provider', meeting.provider)
  from ${meetings} meeting
  where meeting.class_id = ${classes.id} and meeting.status <> 'cancelled'
  order by meeting.created_at desc, meeting.id limit 1
)`;

const isRoomRequested = sql<boolean>`exists (
  select from ${meetingRequests} request
  where request.class_id = ${classes.id} and request.called_off_at is null
)`;

/** The position of a row of `classes` in its course, from 1. */
const numberOfClass = sql<number>`(
  select count(*)::integer from ${classes} other
  where other.course_id = ${classes.courseId} and other.status <> 'dropped'
  and (other.planned_start, other.id) <= (${classes.plannedStart}, ${classes.id})
)`;

async function listClasses(
  context: Context,
  { id, role }: ProfiledActor["profile"],
  isOwn: SQL,
): Promise<TimelineEntry[]> {
  const now = Date.now();
  const isTeacher = role === "teacher";
  const rows = await context.db
    .select({
      class: classes,
      course: { _id: courses.id, title: courses.title },
      timeZone: profiles.timeZone,
      room: roomOfClass,
      isRequested: isRoomRequested,
      number: numberOfClass,
      // Students only see classes that have at least one.
      hasStudents: isTeacher ? sql<boolean>`${hasStudents(context.db)}` : sql<boolean>`true`,
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(profiles, eq(profiles.id, classes.teacherId))
    .where(
      and(
        isOwn,
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, new Date(now - overtimeMinutes * minute)),
        lte(classes.startsAt, new Date(now + timelineDays * day)),
      ),
    )
    .orderBy(asc(classes.startsAt), asc(classes.id))
    .limit(maxTimelineEntries);
  const isRoomless = rows.some(({ room, isRequested }) => !room && !isRequested);
  const needsConnection = isTeacher && isRoomless && !(await isConnected(context.db, id));
  const describeMissingRoom = (
    { roomRequestedAt }: typeof classes.$inferSelect,
    isAttended: boolean,
  ) => {
    if (needsConnection) return { needsConnection };
    // A room that the teacher has canceled isn't requested again.
    const waitsForStudents = isTeacher && !isAttended && roomRequestedAt === null;
    return waitsForStudents ? { waitsForStudents } : {};
  };
  return rows.flatMap(({ class: row, course, timeZone, room, isRequested, number, ...found }) => {
    const isInProgress = room?.status === "started";
    if ((row.endsAt.getTime() <= now && !isInProgress) || room?.status === "ended") return [];
    return {
      _id: row.id,
      kind: "class" as const,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      timeZone,
      room: room ? ("ready" as const) : isRequested ? ("coming" as const) : ("none" as const),
      ...(room || isRequested ? {} : describeMissingRoom(row, found.hasStudents)),
      isInProgress,
      course,
      number,
      ...(room && room.topic !== course.title ? { topic: room.topic } : {}),
      ...(room?.provider === "zoom" ? { isInZoom: true } : {}),
    };
  });
}

/** Meetings that belong to no class, or to one that was canceled. */
async function listExtraMeetings(context: Context, isOwn: SQL): Promise<TimelineEntry[]> {
  const now = Date.now();
  const overtime = sql`case when ${meetings.status} = 'started' then ${overtimeMinutes}::integer else 0 end`;
  const rows = await context.db
    .select({ meeting: meetings, course: { _id: courses.id, title: courses.title } })
    .from(meetings)
    .innerJoin(courses, eq(courses.id, meetings.courseId))
    .leftJoin(classes, eq(classes.id, meetings.classId))
    .where(
      and(
        isOwn,
        inArray(meetings.status, ["scheduled", "started"]),
        or(isNull(classes.id), ne(classes.status, "scheduled")),
        sql`${meetings.startTime} + make_interval(mins => ${meetings.duration} + ${overtime}) > ${new Date(now).toISOString()}::timestamptz`,
        lte(meetings.startTime, new Date(now + timelineDays * day)),
      ),
    )
    .orderBy(asc(meetings.startTime), asc(meetings.id))
    .limit(maxTimelineEntries);
  return rows.map(({ meeting, course }) => ({
    _id: meeting.id,
    kind: "meeting",
    startsAt: meeting.startTime.toISOString(),
    endsAt: new Date(meeting.startTime.getTime() + meeting.duration * minute).toISOString(),
    timeZone: meeting.timeZone,
    room: "ready",
    isInProgress: meeting.status === "started",
    course,
    ...(meeting.topic === course.title ? {} : { topic: meeting.topic }),
  }));
}

async function listTrialLessons(
  context: Context,
  profile: ProfiledActor["profile"],
): Promise<TimelineEntry[]> {
  const isTeacher = profile.role === "teacher";
  const lessons = await listTrialsOf(context, profile);
  return lessons.slice(0, maxTimelineEntries).map((lesson) => ({
    _id: lesson._id,
    kind: "trial",
    startsAt: lesson.startTime,
    endsAt: lesson.endTime,
    timeZone: lesson.timeZone,
    room: lesson.room,
    isInProgress: false,
    person: isTeacher ? lesson.student : lesson.teacher,
  }));
}
