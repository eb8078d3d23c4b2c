/** The student's status in a course: seat, hold or position on the waiting list. */
import { eq, sql } from "drizzle-orm";
import type { SeatView } from "#lib/enrollments/enrollments.responses.ts";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import { endOf14Days } from "#lib/payments/refund-right.ts";
import { type Actor, type ProfiledActor, requireStudent } from "../actor.ts";
import { isPublic } from "../catalog/course-visibility.ts";
import { courseNotFound } from "../catalog/find-course.ts";
import { isPayable } from "../catalog/payable.ts";
import { takenSeats } from "../catalog/taken-seats.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { waitingPlaces } from "../db/tables/waiting-places.table.ts";
import { findFirstRefundedSeat } from "../seats/refund-period.ts";
import { isPlaceOf, positionInLine } from "../seats/waiting-list.ts";
import { findOwnSeat } from "./hold-seat.ts";

/**
 * The student's view of the seats in a course.
 * @throws AppError `not_found` unless the course is public or the student has a seat.
 */
export async function findSeat(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<SeatView> {
  return readSeat(context.db, requireStudent(actor), courseId);
}

export async function readSeat(
  db: Db,
  student: ProfiledActor,
  courseId: string,
): Promise<SeatView> {
  const [course] = await db
    .select({
      isPublic,
      maxStudents: courses.maxStudents,
      payable: isPayable(),
      refundPolicy: courses.refundPolicy,
      taken: takenSeats(courseId),
      waitingCount: sql<number>`(
        select count(*)::integer from ${waitingPlaces} place
        where place.course_id = ${courseId} and place.status = 'waiting'
      )`,
    })
    .from(courses)
    .where(eq(courses.id, courseId));
  const seat = await findOwnSeat(db, student, courseId);
  if (!course || (!course.isPublic && !seat)) {
    throw courseNotFound();
  }
  return {
    courseId,
    status: seat?.status === "held" || seat?.status === "enrolled" ? seat.status : "none",
    holdExpiresAt: seat?.status === "held" ? (seat.holdExpiresAt?.toISOString() ?? null) : null,
    seatsLeft: Math.max(0, course.maxStudents - course.taken),
    waitingCount: course.waitingCount,
    payable: course.payable,
    refundsUntil: await findRefundEnd(db, student.profile.id, courseId, course.refundPolicy),
    waiting: await readPlace(db, student.profile.id, courseId),
  };
}

/** When the right to a refund ends for a student who has left the course with a refund before. */
async function findRefundEnd(
  db: Db,
  studentId: string,
  courseId: string,
  policy: RefundPolicy,
): Promise<string | null> {
  if (policy !== "14-days") return null;
  const first = await findFirstRefundedSeat(db, { studentId, courseId });
  return first ? endOf14Days(first).toISOString() : null;
}

async function readPlace(
  db: Db,
  studentId: string,
  courseId: string,
): Promise<SeatView["waiting"]> {
  const [place] = await db
    .select({
      status: waitingPlaces.status,
      offerExpiresAt: waitingPlaces.offerExpiresAt,
      position: positionInLine,
    })
    .from(waitingPlaces)
    .where(isPlaceOf(studentId, courseId));
  if (!place) return null;
  return place.status === "offered"
    ? { position: 0, offerExpiresAt: place.offerExpiresAt?.toISOString() ?? null }
    : { position: place.position, offerExpiresAt: null };
}
