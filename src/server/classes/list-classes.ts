/** The dated classes of a course for its members. */
import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { ClassList, ClassView } from "#lib/classes/classes.responses.ts";
import { openInZoomPath } from "#lib/zoom-app/zoom-app.rules.ts";
import type { Actor } from "../actor.ts";
import { wasPresent } from "../attendance/attendance.ts";
import type { Context } from "../context.ts";
import {
  type CourseMember,
  isEnrolledSeat,
  requireMemberOf,
  wasMemberBetween,
} from "../course-members/membership.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { livePageVerses } from "../db/tables/live-pages.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";

interface MeetingRow {
  id: string;
  status: "scheduled" | "started" | "ended";
  provider: string;
}

// The latest meeting, because an earlier one was most likely a mistake.
const meeting = sql<MeetingRow | null>`(
  select json_build_object('id', meeting.id, 'status', meeting.status, 'provider', meeting.provider)
  from ${meetings} meeting
  where meeting.class_id = ${classes.id} and meeting.status <> 'cancelled'
  order by meeting.created_at desc, meeting.id limit 1
)`;

const hasRecap = (profileId: string) => sql<boolean>`(exists (
  select from ${livePageVerses} where ${livePageVerses.classId} = ${classes.id}
) and ${wasMemberBetween(profileId, classes)})`;

const presence = sql<{ present: number; students: number }>`(
  select json_build_object(
    'present', count(*) filter (where ${wasPresent(sql`${classes.id}`, sql`seat.student_id`)}),
    'students', count(*)
  )
  from ${enrollments} seat
  where seat.course_id = ${classes.courseId} and ${isEnrolledSeat}
  and seat.enrolled_at < ${classes.endsAt}
)`;

/**
 * All classes of a course by start, each with the data for the viewer.
 * @throws AppError `forbidden` except for the teacher and enrolled students.
 */
export async function listClasses(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<ClassList> {
  const viewer = await requireMemberOf(context.db, actor, courseId);
  return {
    timeZone: viewer.course.timeZone,
    classes: await readClasses(context, viewer),
  };
}

export async function readClasses(context: Context, viewer: CourseMember): Promise<ClassView[]> {
  const isTeacher = viewer.role === "teacher";
  const rows = await context.db
    .select({
      class: classes,
      meeting,
      hasRecap: hasRecap(viewer.profileId),
      attendance: isTeacher ? presence : sql<null>`null`,
      attended: isTeacher
        ? sql<null>`null`
        : wasPresent(sql`${classes.id}`, sql`${viewer.profileId}`),
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(and(eq(classes.courseId, viewer.course.id), ne(classes.status, "dropped")))
    .orderBy(asc(classes.startsAt), asc(classes.id));
  const order = rows.map((row) => row.class).toSorted(byPlan);
  const numbers = new Map(order.map(({ id }, index) => [id, index + 1]));
  const now = new Date();
  const { appUrl } = context.config;
  return rows.map(({ class: row, meeting: room, hasRecap, attended, attendance }) => ({
    _id: row.id,
    number: numbers.get(row.id) ?? 0,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    isCancelled: row.status === "cancelled",
    ...(isMoved(row) ? { movedFrom: row.plannedStart.toISOString() } : {}),
    ...(row.note ? { note: row.note } : {}),
    ...(room
      ? {
          meeting: {
            _id: room.id,
            status: room.status,
            joinUrl: `${appUrl}/join/${room.id}`,
            ...(room.provider === "zoom" ? { zoomUrl: appUrl + openInZoomPath(row.id) } : {}),
            ...(isTeacher ? { startUrl: `${appUrl}/start/${room.id}` } : {}),
          },
        }
      : {}),
    ...(hasRecap ? { hasRecap } : {}),
    ...(attended === null || row.startsAt > now ? {} : { attended }),
    ...(viewer.enrolledAt && row.endsAt <= viewer.enrolledAt ? { beforeEnrollment: true } : {}),
    ...(attendance === null || row.startsAt > now ? {} : { attendance }),
  }));
}

type Row = typeof classes.$inferSelect;

const byPlan = (a: Row, b: Row) => a.plannedStart.getTime() - b.plannedStart.getTime();

const isMoved = ({ status, startsAt, plannedStart }: Row): boolean =>
  status === "scheduled" && startsAt.getTime() !== plannedStart.getTime();
