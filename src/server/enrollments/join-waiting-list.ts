/** Joining and leaving the waiting list of a full course. */
import { eq } from "drizzle-orm";
import type { SeatView } from "#lib/enrollments/enrollments.responses.ts";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { AppError } from "#lib/errors.ts";
import { maxUnusedOffers } from "#lib/seats/waiting-list.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireStudent } from "../actor.ts";
import { isPublicCourse } from "../catalog/course-visibility.ts";
import { courseNotFound } from "../catalog/find-course.ts";
import { hasCourseEnded } from "../catalog/open-for-enrollment.ts";
import { payableCents } from "../catalog/payable.ts";
import { countTakenSeats } from "../catalog/taken-seats.ts";
import { hasClassesToSell } from "../classes/sold/sold-classes.ts";
import type { Context } from "../context.ts";
import { waitingPlaces } from "../db/tables/waiting-places.table.ts";
import { transact } from "../db/transact.ts";
import { lockCourse } from "../seats/seat-rows.ts";
import {
  countUnusedOffers,
  findOpenPlace,
  nextNumber,
  offerFreedSeats,
} from "../seats/waiting-list.ts";
import { requireMayTeach } from "../vetting/permissions.ts";
import { requireEnrollingStudent } from "./enroll.ts";
import { requireGuardian } from "./hold-paid-seat.ts";
import { findOwnSeat, requireActiveAccount } from "./hold-seat.ts";
import { readSeat } from "./seat.ts";

const t = getTexts("seats");

export interface JoinedList {
  seat: SeatView;
  /** False if the student was already on the waiting list. */
  isNew: boolean;
}

/**
 * Adds a student to the end of the waiting list of a full course. Idempotent.
 *
 * @throws AppError like enrolling, and `conflict` while a seat is available, or after several
 * unused offers.
 */
export async function joinWaitingList(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<JoinedList> {
  const student = requireEnrollingStudent(actor);
  const studentId = student.profile.id;
  const isNew = await transact(context.db, async (tx) => {
    await requireActiveAccount(tx, student);
    const course = await lockCourse(tx, courseId);
    if (!course) throw courseNotFound();
    const own = await findOwnSeat(tx, student, courseId);
    if (own?.status === "enrolled") throw new AppError("conflict", enrollMessages.enrolled);
    if (!isPublicCourse(course)) throw courseNotFound();
    await requireMayTeach(context, tx, { teacherId: course.teacherId, studentId });
    if (await hasCourseEnded(tx, course, new Date()))
      throw new AppError("conflict", enrollMessages.over);
    if (!(await hasClassesToSell(tx, course, new Date()))) {
      throw new AppError("conflict", enrollMessages.noClasses);
    }
    await offerFreedSeats(context, tx, course);
    if (await findOpenPlace(tx, studentId, courseId)) return false;
    const isFull = (await countTakenSeats(tx, courseId)) >= course.maxStudents;
    if (own || !isFull) throw new AppError("conflict", t("server.notFull"));
    if ((await countUnusedOffers(tx, studentId, courseId)) >= maxUnusedOffers) {
      throw new AppError("conflict", t("server.unusedOffers"));
    }
    // Reject students who might not be able to use an offer in time, because it would only delay the
    // others.
    if (payableCents(course) > 0) await requireGuardian(tx, student);
    const number = await nextNumber(tx, courseId);
    await tx.insert(waitingPlaces).values({ courseId, studentId, number });
    return true;
  });
  return { seat: await readSeat(context.db, student, courseId), isNew };
}

/**
 * Leaves the waiting list or declines the offered seat, which then goes to the next student.
 * @throws AppError `not_found` if the student isn't on the list.
 */
export async function leaveWaitingList(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<void> {
  const student = requireStudent(actor);
  await transact(context.db, async (tx) => {
    const course = await lockCourse(tx, courseId);
    const place = course && (await findOpenPlace(tx, student.profile.id, courseId));
    if (!course || !place) throw new AppError("not_found", t("server.notWaiting"));
    await tx
      .update(waitingPlaces)
      .set({ status: "left", endedAt: new Date() })
      .where(eq(waitingPlaces.id, place.id));
    await offerFreedSeats(context, tx, course);
  });
}
