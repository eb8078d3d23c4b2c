/** Who participates in which conversation, and which of its messages each participant may read. */
import { and, eq, inArray, isNotNull, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { isEnrolled } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { messages, threads } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";

// The aliases are unique because Drizzle writes them without the table's name.
/** A participant, and the time from which on the person may read messages. */
function pair(profileId: SQLWrapper, since: SQLWrapper) {
  return {
    threadId: threads.id,
    profileId: sql<string>`${profileId}`.as("participant_id"),
    since: sql<Date>`${since}`.as("participant_since"),
  };
}

/**
 * A subquery of all pairs of thread and participant: the two people of a direct thread, or the
 * teacher and the currently enrolled students of a course's thread.
 */
export function participantPairs(db: Db) {
  const first = db
    .select(pair(threads.firstId, threads.createdAt))
    .from(threads)
    .where(isNotNull(threads.firstId));
  const second = db
    .select(pair(threads.secondId, threads.createdAt))
    .from(threads)
    .where(isNotNull(threads.secondId));
  const teacher = db
    .select(pair(courses.teacherId, threads.createdAt))
    .from(threads)
    .innerJoin(courses, eq(courses.id, threads.courseId));
  const students = db
    .select(pair(enrollments.studentId, enrollments.enrolledAt))
    .from(threads)
    .innerJoin(enrollments, and(eq(enrollments.courseId, threads.courseId), isEnrolled));
  return unionAll(first, second, teacher, students).as("participants");
}

/**
 * Whether the person may read a message. The person must be a participant of its conversation, and
 * a student must have been enrolled in the course when the message was written.
 */
export function isReadableBy(db: Db, profileId: string): SQL {
  const participants = participantPairs(db);
  return sql`exists ${db
    .select({ one: sql`1` })
    .from(participants)
    .where(
      and(
        eq(participants.threadId, messages.threadId),
        eq(participants.profileId, profileId),
        lte(participants.since, messages.createdAt),
      ),
    )}`;
}

/** The participants of the thread, or those of them whose IDs are `among` the given ones. */
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
