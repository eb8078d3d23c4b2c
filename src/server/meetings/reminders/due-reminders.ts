import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Language } from "#lib/languages.ts";
import type { Role } from "#lib/people/people.options.ts";
import type { HourCycle } from "#lib/time/hour-cycle.ts";
import type { Context } from "../../context.ts";
import { isEnrolledSeat, isMemberOf } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { users } from "../../db/tables/accounts.table.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { meetingReminders } from "../../db/tables/meeting-reminders.table.ts";
import { meetings } from "../../db/tables/meetings.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import type { GuardianFields } from "../../guardians/guardian.ts";

/**
 * A kind of reminder, in hours before the start: when it is due, and when it is too late to send.
 */
export interface ReminderKind {
  hours: 24 | 1;
  until: number;
}

/** A person to remind of the start of a class or of another meeting, who hasn't been reminded yet. */
export interface DueReminder {
  profileId: string;
  name: string;
  email: string;
  language: Language;
  hourCycle: HourCycle | null;
  timeZone: string;
  role: Role;
  courseId: string;
  courseTitle: string;
  teacherName: string;
  /** The ID of the class, or of a meeting that belongs to none. Links to either lead into the room. */
  roomId: string;
  isClass: boolean;
  topic: string;
  startsAt: Date;
  endsAt: Date;
  /** The person's guardian data. If the person is a child, the guardian gets a copy. */
  guardianFields: GuardianFields;
}

/** The row that the query returns. */
type Row = Omit<DueReminder, "startsAt" | "endsAt" | "guardianFields"> & {
  startsAt: string;
  endsAt: string;
  age: number | null;
  guardian: string | null;
  contact: string | null;
  confirmed: string | null;
  declined: string | null;
};

const hour = 60 * 60 * 1_000;
const maxBatchSize = 1_000;

/**
 * Finds everyone who is due for a reminder now: the enrolled students and the teacher, once for
 * each start time of a course. Classes count whether or not they have a meeting yet. A person who
 * scheduled, moved or joined within the reminder's lead time gets none, because they have just seen
 * the time. A meeting that belongs to a class is part of it. Suspended people get none, and nobody is
 * reminded of a suspended teacher's classes.
 */
export async function findDueReminders(
  { db }: Pick<Context, "db">,
  { hours, until }: ReminderKind,
): Promise<DueReminder[]> {
  const now = Date.now();
  const at = (instant: number) => sql`${new Date(instant).toISOString()}::timestamptz`;
  const isActive = (account: SQL) =>
    sql`(${account}.suspended_until is null or ${account}.suspended_until <= ${at(now)})`;
  const known = (instant: unknown) =>
    sql`${instant} <= start.starts_at - make_interval(hours => ${hours}::integer)`;
  const { rows } = await db.execute<Row>(sql`
    with appointment as (
      select class.course_id, class.teacher_id, class.id as room_id, true as is_class,
        class.starts_at, class.ends_at,
        coalesce((
          select meeting.topic from ${meetings} meeting
          where meeting.class_id = class.id and meeting.status in ('scheduled', 'started')
          order by meeting.created_at desc, meeting.id limit 1
        ), course.title) as topic,
        greatest(class.created_at, class.updated_at) as known_at
      from ${classes} class join ${courses} course on course.id = class.course_id
      where class.status = 'scheduled'
      and class.starts_at between ${at(now)} and ${at(now + hours * hour)}
      and not exists (
        select from ${meetings} meeting where meeting.class_id = class.id and meeting.status = 'ended'
      )
      and exists (
        select from ${enrollments} seat where seat.course_id = class.course_id and ${isEnrolledSeat}
      )
      union all
      select meeting.course_id, meeting.teacher_id, meeting.id, false, meeting.start_time,
        meeting.start_time + make_interval(mins => meeting.duration), meeting.topic,
        greatest(meeting.created_at, meeting.moved_at)
      from ${meetings} meeting
      where meeting.status in ('scheduled', 'started')
      and meeting.start_time between ${at(now)} and ${at(now + hours * hour)}
      and not exists (
        select from ${classes} class where class.id = meeting.class_id and class.status = 'scheduled'
      )
    ), start as (
      select distinct on (course_id, starts_at) * from appointment
      order by course_id, starts_at, known_at, room_id
    ), person as (
      select seat.course_id, seat.student_id as profile_id, seat.enrolled_at as since
      from ${enrollments} seat where ${isEnrolledSeat}
      union all
      select course.id, course.teacher_id, course.created_at from ${courses} course
    )
    select profile.id as "profileId", profile.name, account.email, account.language,
      account.hour_cycle as "hourCycle",
      profile.age, profile.parent_guardian_name as guardian,
      profile.parent_guardian_contact as contact, profile.guardian_confirmed as confirmed,
      profile.guardian_declined as declined, profile.time_zone as "timeZone", profile.role, start.course_id as "courseId",
      course.title as "courseTitle", teacher.name as "teacherName", start.room_id as "roomId",
      start.is_class as "isClass", start.topic, start.starts_at as "startsAt", start.ends_at as "endsAt"
    from start
    join ${courses} course on course.id = start.course_id
    join ${profiles} teacher on teacher.id = start.teacher_id
    join person on person.course_id = start.course_id
    join ${profiles} profile on profile.id = person.profile_id and profile.meeting_reminders
    join ${users} account on account.id = profile.user_id and account.deleted_at is null
      and ${isActive(sql`account`)}
    join ${users} host on host.id = teacher.user_id and ${isActive(sql`host`)}
    where start.starts_at <= ${at(now + hours * hour)} and start.starts_at > ${at(now + until * hour)}
    and ${known(sql`start.known_at`)} and ${known(sql`person.since`)}
    and not exists (
      select from ${meetingReminders} sent
      where sent.profile_id = profile.id and sent.course_id = start.course_id
      and sent.starts_at = start.starts_at and sent.hours = ${hours}
    )
    order by start.starts_at, start.room_id, profile.id
    limit ${maxBatchSize}
  `);
  return rows.map(({ age, guardian, contact, confirmed, declined, ...row }) => ({
    ...row,
    startsAt: new Date(row.startsAt),
    endsAt: new Date(row.endsAt),
    guardianFields: {
      id: row.profileId,
      name: row.name,
      age,
      guardian,
      contact,
      confirmed,
      declined,
      language: row.language,
    },
  }));
}

/**
 * Whether the reminder should still be sent. Since the query, the meeting may have been canceled or
 * moved, and the person may have left the course, deleted the account or turned reminders off.
 */
export async function isStillDue(tx: Db, due: DueReminder): Promise<boolean> {
  return (await isStillScheduled(tx, due)) && (await isStillWanted(tx, due));
}

async function isStillWanted(
  tx: Db,
  { profileId, courseId }: Pick<DueReminder, "profileId" | "courseId">,
): Promise<boolean> {
  const [wanted] = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .innerJoin(courses, eq(courses.id, courseId))
    .where(
      and(
        eq(profiles.id, profileId),
        eq(profiles.meetingReminders, true),
        isNull(users.deletedAt),
        isMemberOf(profileId),
      ),
    );
  return wanted !== undefined;
}

/** Locks the row of the meeting or class against changes until the transaction ends. */
async function isStillScheduled(
  tx: Db,
  { roomId, startsAt }: Pick<DueReminder, "roomId" | "startsAt">,
): Promise<boolean> {
  const [meeting] = await tx
    .select({ id: meetings.id })
    .from(meetings)
    .where(
      and(
        eq(meetings.id, roomId),
        eq(meetings.startTime, startsAt),
        inArray(meetings.status, ["scheduled", "started"]),
      ),
    )
    .for("share");
  if (meeting) return true;
  const [held] = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(
      and(eq(classes.id, roomId), eq(classes.startsAt, startsAt), eq(classes.status, "scheduled")),
    )
    .for("share");
  return held !== undefined;
}
