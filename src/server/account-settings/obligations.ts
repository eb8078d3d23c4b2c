/**
 * Obligations that prevent a teacher from deleting the account: students with paid upcoming
 * classes.
 */
import { and, eq, exists, gt, gte, inArray, isNull, or } from "drizzle-orm";
import { dateIn } from "#lib/courses/course-dates.ts";
import { AppError } from "#lib/errors.ts";
import { startOf14Days } from "#lib/payments/refund-right.ts";
import type { Role } from "#lib/people/people.options.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";

/** The maximum number of courses that the error message names. */
const namedCourses = 3;

/**
 * Rejects the deletion of a teacher's account while students are enrolled in, or paying for, a
 * course that hasn't ended, by its current dates or as it was sold, or that they can leave with a
 * refund. The teacher's courses must be locked, so that no one enrolls in the meantime.
 *
 * @throws AppError `conflict`. The message names the courses and what to do.
 */
export async function requireNoObligations(
  tx: Db,
  profile: { id: string; role: Role },
): Promise<void> {
  if (profile.role !== "teacher") return;
  const now = new Date();
  const isPaid = gt(enrollments.amountCents, 0);
  const isUnfinished = or(
    isNull(courses.endDate),
    gte(courses.endDate, await findToday(tx, profile.id)),
    // The teacher may have moved classes, or the last day, since the seats were sold.
    exists(
      tx
        .select({ id: classes.id })
        .from(classes)
        .where(
          and(
            eq(classes.courseId, courses.id),
            eq(classes.status, "scheduled"),
            gt(classes.endsAt, now),
          ),
        ),
    ),
    and(
      isPaid,
      or(
        gt(enrollments.soldEnd, now),
        gt(enrollments.refundableUntil, now),
        // Until the first class: then one is upcoming, or they were sold until later.
        and(
          eq(enrollments.refundPolicy, "14-days"),
          gt(enrollments.enrolledAt, startOf14Days(now)),
        ),
      ),
    ),
  );
  const waiting = await tx
    .selectDistinct({ id: courses.id, title: courses.title })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(
      and(
        isTeacherOf(profile.id),
        inArray(enrollments.status, ["held", "enrolled"]),
        or(eq(enrollments.status, "held"), isUnfinished),
      ),
    )
    .orderBy(courses.title);
  if (waiting.length === 0) return;
  const names = waiting.slice(0, namedCourses).map(({ title }) => `“${title}”`);
  const others = waiting.length - names.length;
  const named = others > 0 ? `${names.join(", ")} and ${others} more` : names.join(", ");
  const end = waiting.length === 1 ? "this course has ended" : "these courses have ended";
  throw new AppError(
    "conflict",
    `Students are enrolled in ${named}. Refund their enrollments, or wait until ${end}. Then you can delete your account.`,
  );
}

/** Today's date in the teacher's time zone, because course dates are in that zone. */
async function findToday(tx: Db, profileId: string): Promise<string> {
  const [profile] = await tx
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.id, profileId));
  return dateIn(profile?.timeZone ?? "UTC", new Date());
}
