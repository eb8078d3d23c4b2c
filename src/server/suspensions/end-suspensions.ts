/** Ends suspensions, and shows the courses that they have hidden. */
import { and, asc, eq, isNotNull, lte } from "drizzle-orm";
import type { Context } from "../context.ts";
import { findProfileTags } from "../course-members/profile-tags.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { transact } from "../db/transact.ts";
import { lockCourse } from "../seats/seat-rows.ts";
import { mailResumed } from "./paused-classes.mails.ts";
import type { SuspendedPerson } from "./suspended-person.ts";

/**
 * Shows a teacher's courses again and notifies their students. The account must be locked.
 * @returns false if the person isn't suspended.
 */
export async function endSuspension(context: Context, tx: Db, userId: string): Promise<boolean> {
  const ended = await tx
    .update(users)
    .set({ suspendedAt: null, suspendedUntil: null, suspendedReason: null })
    .where(and(eq(users.id, userId), isNotNull(users.suspendedAt)))
    .returning({ id: users.id });
  if (ended.length === 0) return false;
  const hidden = await tx
    .select({ id: courses.id })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(and(eq(profiles.userId, userId), eq(courses.hiddenBySuspension, true)))
    .orderBy(asc(courses.id));
  for (const { id } of hidden) {
    await lockCourse(tx, id);
    await tx
      .update(courses)
      .set({ hiddenAt: null, hiddenReason: null, hiddenBySuspension: false })
      .where(eq(courses.id, id));
  }
  const [teacher] = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.userId, userId), eq(profiles.role, "teacher")));
  if (teacher) await mailResumed(context, tx, teacher.id);
  return true;
}

/** Removes the cached pages that show the person, or that should show them again. */
export async function purgePagesOf(
  context: Pick<Context, "db" | "purgePages">,
  { profileId, role }: Pick<SuspendedPerson, "profileId" | "role">,
): Promise<void> {
  if (profileId === null || role === null) return;
  await context.purgePages(await findProfileTags(context.db, { id: profileId, role }));
}

/** Ends the suspensions that are due. */
export async function endDueSuspensions(context: Context): Promise<void> {
  const due = await context.db
    .select({ id: users.id, profileId: profiles.id, role: profiles.role })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(lte(users.suspendedUntil, new Date()));
  for (const { id, ...profile } of due) {
    await transact(context.db, async (tx) => {
      const [person] = await tx
        .select({ id: users.id })
        .from(users)
        // Staff may have extended the suspension in the meantime.
        .where(and(eq(users.id, id), lte(users.suspendedUntil, new Date())))
        .for("no key update");
      if (person) await endSuspension(context, tx, id);
    });
    await purgePagesOf(context, profile);
  }
}
