/** Who takes part in which conversation. */
import { and, eq, isNotNull, type SQLWrapper, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { courses } from "../courses/courses.table.ts";
import type { Db } from "../db/connection.ts";
import { enrolments } from "../enrolments/enrolments.table.ts";
import { threads } from "./messages.table.ts";

// Names of their own: Drizzle writes them without the table.
/** A participant, and from when on messages wait to be read by that person. */
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
    .select(pair(enrolments.studentId, enrolments.enrolledAt))
    .from(threads)
    .innerJoin(
      enrolments,
      and(eq(enrolments.courseId, threads.courseId), eq(enrolments.status, "enrolled")),
    );
  return unionAll(first, second, teacher, students).as("participants");
}

/** The profile ids of everybody in the thread. */
export async function listParticipants(db: Db, threadId: string): Promise<string[]> {
  const participants = participantPairs(db);
  const rows = await db
    .select({ profileId: participants.profileId })
    .from(participants)
    .where(eq(participants.threadId, threadId));
  return rows.map(({ profileId }) => profileId);
}
