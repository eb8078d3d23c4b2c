/** Erases the teaching data of a teacher whose account is deleted. */
import { and, eq, exists, gt, not, or, sql } from "drizzle-orm";
import { isTeacherOf } from "../../course-members/membership.ts";
import { toArchived } from "../../courses/course-archiving.ts";
import type { Db } from "../../db/connection.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { meetingInstances } from "../../db/tables/meeting-instances.table.ts";
import { meetingRequests } from "../../db/tables/meeting-requests.table.ts";
import { meetingConnections, meetings } from "../../db/tables/meetings.table.ts";
import { certifications, educations, timeSlots } from "../../db/tables/people.table.ts";

export interface ErasedTeaching {
  /** Tokens for meeting services, which must be revoked there. */
  meetingAccess: { provider: string; token: string }[];
}

/**
 * Deletes courses in which no seat was ever taken. Archives the others, because students and
 * accounting need them. Cancels upcoming meetings. Keeps the teacher's account at the payment
 * provider linked, because refunds go through it. The courses must be locked.
 */
export async function eraseTeaching(tx: Db, teacherId: string): Promise<ErasedTeaching> {
  await tx.delete(timeSlots).where(eq(timeSlots.teacherId, teacherId));
  await tx.delete(certifications).where(eq(certifications.teacherId, teacherId));
  await tx.delete(educations).where(eq(educations.teacherId, teacherId));
  const connections = await tx
    .delete(meetingConnections)
    .where(eq(meetingConnections.teacherId, teacherId))
    .returning({
      provider: meetingConnections.provider,
      token: meetingConnections.accessTokenEncrypted,
    });

  await tx.delete(meetingInstances).where(eq(meetingInstances.teacherId, teacherId));
  await tx.delete(meetingRequests).where(eq(meetingRequests.teacherId, teacherId));
  const now = new Date();
  await tx
    .update(meetings)
    .set({ status: "cancelled", sequence: sql`${meetings.sequence} + 1`, updatedAt: now })
    .where(
      and(
        eq(meetings.teacherId, teacherId),
        eq(meetings.status, "scheduled"),
        gt(meetings.startTime, new Date()),
      ),
    );
  await tx
    .update(classes)
    .set({ status: "dropped", sequence: sql`${classes.sequence} + 1`, updatedAt: new Date() })
    .where(and(eq(classes.teacherId, teacherId), gt(classes.startsAt, new Date())));
  const own = isTeacherOf(teacherId);
  await tx.delete(courses).where(and(own, not(isInUse(tx))));
  await tx
    .update(courses)
    .set({ ...toArchived(new Date()), imageUrls: [] })
    .where(own);
  // Connections that the meeting service has revoked have no token.
  return { meetingAccess: connections.filter(({ token }) => token !== "") };
}

function isInUse(tx: Db) {
  const seats = tx
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(eq(enrollments.courseId, courses.id));
  const held = tx
    .select({ id: meetings.id })
    .from(meetings)
    .where(eq(meetings.courseId, courses.id));
  const inUse = or(exists(seats), exists(held));
  if (!inUse) throw new Error("The condition must not be empty.");
  return inUse;
}
