/** Decides whether a payment that has arrived gets the seat that it was made for. */
import { and, count, eq, isNull, ne } from "drizzle-orm";
import { isPublicCourse } from "../../catalog/course-visibility.ts";
import { hasCourseEnded } from "../../catalog/open-for-enrollment.ts";
import { countTakenSeats } from "../../catalog/taken-seats.ts";
import { hasClassesLeft } from "../../classes/sold/sold-classes.ts";
import { isEnrolled } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { users } from "../../db/tables/accounts.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import type { Enrollment } from "../../seats/seat-rows.ts";
import { hasOffer } from "../../seats/waiting-list.ts";
import type { PaymentRows } from "../payment-rows.ts";
import type { RefundReason } from "../refunds/refund-request.ts";

/**
 * The reason to refund the payment, or undefined if the student gets the seat. Uses the current
 * state of the course. The rows of course, enrollment and payment must be locked.
 */
export async function findSeatRefusal(
  tx: Db,
  rows: PaymentRows,
  paidAt: Date,
): Promise<RefundReason | undefined> {
  const { enrollment, course } = rows;
  if (enrollment.status === "enrolled") return undefined;
  if (course.canceledAt) return "course-cancelled";
  if (!isPublicCourse(course) || (await isOver(tx, rows, paidAt))) return "course-closed";
  if (enrollment.status === "held") return (await hasRoom(tx, rows)) ? undefined : "no-seat";
  return enrollment.status === "expired" ? findRefusalOfReturn(tx, rows) : "no-seat";
}

/**
 * Whether the course has ended, or has lost all classes that the seat was sold with. Imported seats
 * may belong to past courses.
 */
async function isOver(tx: Db, { enrollment, course }: PaymentRows, paidAt: Date): Promise<boolean> {
  if (enrollment.isImported) return false;
  if (await hasCourseEnded(tx, course, paidAt)) return true;
  return !(await hasClassesLeft(tx, enrollment, paidAt));
}

async function hasRoom(tx: Db, { enrollment, course }: PaymentRows): Promise<boolean> {
  const [others] = await tx
    .select({ number: count() })
    .from(enrollments)
    .where(and(eq(enrollments.courseId, course.id), isEnrolled, ne(enrollments.id, enrollment.id)));
  return (others?.number ?? 0) < course.maxStudents;
}

/**
 * A student whose hold has ended gets a seat again if one is available. Taken, held and offered
 * seats count, except for those that this student holds through other checkouts.
 */
async function findRefusalOfReturn(
  tx: Db,
  { enrollment, course }: PaymentRows,
): Promise<RefundReason | undefined> {
  const { studentId } = enrollment;
  const others = await findOtherSeats(tx, enrollment);
  if (others.includes("enrolled")) return "duplicate";
  if (!(await isMember(tx, studentId))) return "no-seat";
  const isOwn = others.includes("held") || (await hasOffer(tx, studentId, course.id));
  const taken = (await countTakenSeats(tx, course.id)) - (isOwn ? 1 : 0);
  return taken < course.maxStudents ? undefined : "no-seat";
}

async function findOtherSeats(tx: Db, { id, courseId, studentId }: Enrollment) {
  const others = await tx
    .select({ status: enrollments.status })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.courseId, courseId),
        eq(enrollments.studentId, studentId),
        ne(enrollments.id, id),
      ),
    );
  return others.map(({ status }) => status);
}

/** Whether the account still exists, because deleted accounts don't get seats. */
async function isMember(tx: Db, profileId: string): Promise<boolean> {
  const [present] = await tx
    .select({ id: users.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, profileId), isNull(users.deletedAt)));
  return present !== undefined;
}
