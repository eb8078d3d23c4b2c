/** Closes the open checkouts of a course that is no longer sold. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { isProviderFailure, noAnswer, withinDeadline } from "../../providers/stripe/failures.ts";
import { closeCheckout } from "./checkout.ts";

const ofCourse = (db: Db, courseId: string) =>
  inArray(
    payments.enrollmentId,
    db.select({ id: enrollments.id }).from(enrollments).where(eq(enrollments.courseId, courseId)),
  );

/** Runs in the transaction that stops the sale, so that no one is sent to these checkouts again. */
export async function stopCourseCheckouts(tx: Db, courseId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ checkoutUrl: null })
    .where(and(ofCourse(tx, courseId), eq(payments.status, "open")));
}

/**
 * Expires the sessions at the provider and frees their seats, after the transaction has committed.
 * Students who have paid in the meantime are enrolled. If the provider is unavailable,
 * reconciliation does this later.
 */
export async function closeCourseCheckouts(context: Context, courseId: string): Promise<void> {
  const canceled = await context.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        ofCourse(context.db, courseId),
        eq(payments.status, "open"),
        isNull(payments.checkoutUrl),
      ),
    );
  if (canceled.length === 0) return;
  try {
    await withinDeadline(noAnswer, async (deadline) => {
      for (const { id } of canceled) {
        if (!deadline.aborted) await closeCheckout(context, id);
      }
    });
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    context.log.warn({ err: error, courseId }, "Closing the checkouts of a course is delayed");
  }
}
