/** Releases the seats of a student whose account is deleted. */
import { and, eq, inArray, isNull, notExists } from "drizzle-orm";
import { isEnrolled } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { waitingPlaces } from "../../db/tables/waiting-places.table.ts";
import { openPlaces } from "../../seats/waiting-list.ts";

/**
 * Releases free and unpaid seats, and leaves all waiting lists. For an open checkout, the seat
 * expires and the checkout URL is cleared, so that reconciliation closes it, or refunds it if it
 * was paid in the meantime. Paid seats stay with their payments, because the teacher can still
 * refund them. The courses must be locked.
 */
export async function eraseSeats(tx: Db, studentId: string): Promise<void> {
  const endedAt = new Date();
  const ownSeats = eq(enrollments.studentId, studentId);
  const payment = tx
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.enrollmentId, enrollments.id));
  await tx
    .update(enrollments)
    .set({ status: "expired", endedAt })
    .where(and(ownSeats, eq(enrollments.status, "held")));
  await tx
    .update(enrollments)
    .set({ status: "refunded", endedAt })
    .where(and(ownSeats, isEnrolled, notExists(payment)));
  await tx
    .update(waitingPlaces)
    .set({ status: "left", endedAt })
    .where(and(eq(waitingPlaces.studentId, studentId), openPlaces));
  const own = tx.select({ id: enrollments.id }).from(enrollments).where(ownSeats);
  await tx
    .update(payments)
    .set({ checkoutUrl: null })
    .where(and(eq(payments.status, "open"), inArray(payments.enrollmentId, own)));
}

/** The student's checkouts that must be closed at the provider. */
export function listOpenCheckouts(db: Db, studentId: string): Promise<{ id: string }[]> {
  return db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .where(
      and(
        eq(enrollments.studentId, studentId),
        eq(payments.status, "open"),
        isNull(payments.checkoutUrl),
      ),
    );
}
