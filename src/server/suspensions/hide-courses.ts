/** Hides the courses of suspended teachers until the suspension ends. */
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Context } from "../context.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { transact } from "../db/transact.ts";
import {
  closeCourseCheckouts,
  stopCourseCheckouts,
} from "../payments/checkout/close-course-checkouts.ts";
import { lockCourse } from "../seats/seat-rows.ts";

const isShown = () => and(eq(courses.status, "published"), isNull(courses.hiddenAt));

/** Hides a locked course, whose teacher's account must be locked too. */
export async function hideUntilEnd(tx: Db, courseId: string, reason: string): Promise<void> {
  await tx
    .update(courses)
    .set({ hiddenAt: new Date(), hiddenReason: reason, hiddenBySuspension: true })
    .where(eq(courses.id, courseId));
  await stopCourseCheckouts(tx, courseId);
}

async function hideShown(tx: Db, profileId: string, reason: string): Promise<string[]> {
  const shown = await tx
    .select({ id: courses.id })
    .from(courses)
    .where(and(isTeacherOf(profileId), isShown()))
    .orderBy(asc(courses.id));
  for (const { id } of shown) {
    await lockCourse(tx, id);
    await hideUntilEnd(tx, id, reason);
  }
  return shown.map(({ id }) => id);
}

/**
 * Hides courses that suspended teachers published in calls that had begun before the suspension and
 * finished after it.
 */
export async function hideMissedCourses(context: Context): Promise<void> {
  const isSuspended = () => gt(users.suspendedUntil, new Date());
  const found = await context.db
    .selectDistinct({ userId: users.id, profileId: profiles.id })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isShown(), isSuspended()));
  for (const { userId, profileId } of found) {
    const hidden = await transact(context.db, async (tx) => {
      const [person] = await tx
        .select({ reason: users.suspendedReason })
        .from(users)
        .where(and(eq(users.id, userId), isSuspended()))
        .for("no key update");
      return person ? hideShown(tx, profileId, person.reason ?? "") : [];
    });
    for (const id of hidden) await closeCourseCheckouts(context, id);
  }
}
