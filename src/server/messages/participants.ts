/** Who participates in which conversation, and which of its messages each participant may read. */
import {
  and,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { isEnrolled } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { messages, threads } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";

// The aliases are unique because Drizzle writes them without the table's name.
/** A participant, and the times between which the person may read messages. */
function pair(profileId: SQLWrapper, since: SQLWrapper, until: SQLWrapper) {
  return {
    threadId: threads.id,
    profileId: sql<string>`${profileId}`.as("participant_id"),
    since: sql<Date>`${since}`.as("participant_since"),
    until: sql<Date | null>`${until}`.as("participant_until"),
  };
}

const forever = sql`null::timestamptz`;

export interface ParticipantOptions {
  /**
   * Whether former students of a course are participants until the end of their enrollment.
   * Removing a child must not withhold from the guardian what the child has read. Default: false.
   */
  formerToo?: boolean;
}

/**
 * A subquery of all pairs of thread and participant: the two people of a direct thread, or the
 * teacher and the currently enrolled students of a course's thread. If former students are
 * included, a person who enrolled more than once appears once for each enrollment.
 */
export function participantPairs(db: Db, { formerToo = false }: ParticipantOptions = {}) {
  const first = db
    .select(pair(threads.firstId, threads.createdAt, forever))
    .from(threads)
    .where(isNotNull(threads.firstId));
  const second = db
    .select(pair(threads.secondId, threads.createdAt, forever))
    .from(threads)
    .where(isNotNull(threads.secondId));
  const teacher = db
    .select(pair(courses.teacherId, threads.createdAt, forever))
    .from(threads)
    .innerJoin(courses, eq(courses.id, threads.courseId));
  const end = sql`case when not ${isEnrolled} then coalesce(${enrollments.endedAt}, ${enrollments.enrolledAt}) end`;
  const students = db
    .select(pair(enrollments.studentId, enrollments.enrolledAt, end))
    .from(threads)
    .innerJoin(
      enrollments,
      and(
        eq(enrollments.courseId, threads.courseId),
        formerToo ? isNotNull(enrollments.enrolledAt) : isEnrolled,
      ),
    );
  return unionAll(first, second, teacher, students).as("participants");
}

/** Whether a participant may read a message: it was written between these times. */
export function isWithin({
  since,
  until,
}: Pick<ReturnType<typeof participantPairs>, "since" | "until">): SQL | undefined {
  return and(lte(since, messages.createdAt), or(isNull(until), gte(until, messages.createdAt)));
}

/**
 * Whether the person may read a message. The person must be a participant in its conversation, and
 * a student must have been enrolled in the course when the message was written.
 */
export function isReadableBy(db: Db, profileId: string, options?: ParticipantOptions): SQL {
  const participants = participantPairs(db, options);
  return sql`exists ${db
    .select({ one: sql`1` })
    .from(participants)
    .where(
      and(
        eq(participants.threadId, messages.threadId),
        eq(participants.profileId, profileId),
        isWithin(participants),
      ),
    )}`;
}

/** The participants in the thread, or only those whose IDs are in `among`. */
export function listParticipants(
  db: Db,
  threadId: string,
  among?: string[],
): Promise<Pick<typeof profiles.$inferSelect, "id" | "role">[]> {
  const participants = participantPairs(db);
  return db
    .select({ id: profiles.id, role: profiles.role })
    .from(participants)
    .innerJoin(profiles, eq(profiles.id, participants.profileId))
    .where(
      and(eq(participants.threadId, threadId), among && inArray(participants.profileId, among)),
    );
}
