/**
 * Obligations that prevent a teacher from deleting the account: a share that the platform owes, and
 * students with paid upcoming classes.
 */
import { and, eq, exists, gt, gte, inArray, isNull, or } from "drizzle-orm";
import { dateIn } from "#lib/courses/course-dates.ts";
import { AppError } from "#lib/errors.ts";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import { startOf14Days } from "#lib/payments/refund-right.ts";
import type { Role } from "#lib/people/people.options.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/translate.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { findOwnShares } from "../payments/owed-shares/owed-shares.ts";

const t = getTexts("accountSettings");

/** The maximum number of courses that the error message names. */
const namedCourses = 3;

/**
 * Rejects the deletion of a teacher's account in two cases: the platform owes the teacher a share,
 * or students are enrolled in, or paying for, a course that hasn't ended or that they can still
 * leave with a refund. A course has ended when both its current dates and the dates that were sold
 * have passed. The teacher's courses must be locked, so that no one enrolls in the meantime.
 *
 * @throws AppError `conflict`. The message names the courses and what to do.
 */
export async function requireNoObligations(
  tx: Db,
  profile: { id: string; role: Role },
): Promise<void> {
  if (profile.role !== "teacher") return;
  const shares = await findOwnShares(tx, profile.id);
  if (shares && shares.owedCents > 0) {
    const amount = formatExactPrice(toDollars(shares.owedCents));
    const email = isolatedInRtl(getSupportAddress());
    throw new AppError("conflict", t("server.deletion.hasShare", { amount, email }));
  }
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
        // A refund until the first class needs no condition of its own: until then, a class is
        // upcoming, or the classes were sold with a later end.
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
  const shown = waiting.slice(0, namedCourses).map(({ title }) => nameCourse(title));
  const names = shown.join(t("server.deletion.separator"));
  const count = waiting.length - shown.length;
  const named = count > 0 ? t("server.deletion.moreCourses", { named: names, count }) : names;
  throw new AppError(
    "conflict",
    t("server.deletion.hasStudents", { named, courses: waiting.length }),
  );
}

const nameCourse = (title: string): string =>
  t("server.deletion.courseName", { title: isolatedInRtl(title) });

/** Today's date in the teacher's time zone, because course dates are in that zone. */
async function findToday(tx: Db, profileId: string): Promise<string> {
  const [profile] = await tx
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.id, profileId));
  return dateIn(profile?.timeZone ?? "UTC", new Date());
}
