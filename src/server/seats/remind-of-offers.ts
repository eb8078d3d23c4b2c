/** Emails that remind students of offered seats when half of the time has passed, once each. */
import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { isPublic } from "../catalog/course-visibility.ts";
import type { Context } from "../context.ts";
import { courses } from "../db/tables/courses.table.ts";
import { waitingPlaces } from "../db/tables/waiting-places.table.ts";
import { mailOfferReminder } from "./waiting-list.mails.ts";
import { halfOfOffer } from "./waiting-list.ts";

export async function remindOfOffers(context: Context): Promise<void> {
  const now = new Date();
  await context.db.transaction(async (tx) => {
    // The row is marked in the transaction in which the email is queued, so that only one process
    // sends it.
    const due = await tx
      .update(waitingPlaces)
      .set({ remindedAt: now })
      .from(courses)
      .where(
        and(
          eq(courses.id, waitingPlaces.courseId),
          isPublic,
          eq(waitingPlaces.status, "offered"),
          isNotNull(waitingPlaces.offeredAt),
          isNull(waitingPlaces.remindedAt),
          gt(waitingPlaces.offerExpiresAt, now),
          sql`${halfOfOffer} <= ${now.toISOString()}`,
        ),
      )
      .returning({
        studentId: waitingPlaces.studentId,
        offerExpiresAt: waitingPlaces.offerExpiresAt,
        course: { id: courses.id, title: courses.title },
      });
    for (const { studentId, offerExpiresAt, course } of due) {
      if (offerExpiresAt) {
        await mailOfferReminder(context, tx, { studentId, offerExpiresAt }, course);
      }
    }
  });
}
