/** Who takes part in which conversation, and what of it each of them may read. */
import { and, eq, isNotNull, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { isEnrolled } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { messages, threads } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";

// Names of their own: Drizzle writes them without the table.
/** A participant, and from when on messages are that person's to read. */
function pair(profileId: SQLWrapper, since: SQLWrapper) {
  return {
    threadId: threads.id,
    profileId: sql<string>`${profileId}`.as("participant_id"),
    since: sql<Date>`${since}`.as("participant_since"),
  };
}

/**
 * Every pair of thread and participant, to be joined: the two people of a direct thread; the
 * teacher and those who have a seat now of a course's thread.
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
 * Whether a message may be read by the person: it is in a conversation of the person's, and a
 * student was enrolled already when it was written in a course's.
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

/** Everybody in the thread. */
export function listParticipants(
  db: Db,
  threadId: string,
): Promise<Pick<typeof profiles.$inferSelect, "id" | "role">[]> {
  const participants = participantPairs(db);
  return db
    .select({ id: profiles.id, role: profiles.role })
    .from(participants)
    .innerJoin(profiles, eq(profiles.id, participants.profileId))
    .where(eq(participants.threadId, threadId));
}
