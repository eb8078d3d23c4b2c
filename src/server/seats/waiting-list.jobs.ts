import { and, eq, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { takenSeats } from "../catalog/taken-seats.ts";
import type { Context } from "../context.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { waitingPlaces } from "../db/tables/waiting-places.table.ts";
import { transact } from "../db/transact.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { pageTags } from "../pages-tags.ts";
import { isOverdue } from "./expire-holds.ts";
import { remindOfOffers } from "./remind-of-offers.ts";
import type { Course } from "./seat-rows.ts";
import { lockCourse } from "./seat-rows.ts";
import { offerFreedSeats, openPlaces, waitingListJob } from "./waiting-list.ts";

/**
 * Offers seats to the waiting list: in one course when an offer expires or a seat becomes
 * available, and every minute in all courses where something is due, in case a job was lost. Reminds
 * students of their offers.
 */
export function defineWaitingListJob(context: Context): JobDefinition {
  return defineJob<{ courseId?: string }>({
    name: waitingListJob,
    retryLimit: 10,
    cron: "* * * * *",
    async handle({ courseId }) {
      if (courseId === undefined) {
        await releaseOverdueHolds(context);
        await remindOfOffers(context);
      }
      const ids = courseId === undefined ? await findDue(context) : [courseId];
      for (const id of ids) await offerSeatsIn(context, id);
    },
  });
}

/** Expires all overdue holds and offers their seats to the waiting list. */
export async function releaseOverdueHolds(context: Context): Promise<void> {
  const overdue = await context.db
    .selectDistinct({ courseId: enrollments.courseId })
    .from(enrollments)
    .where(isOverdue(new Date()));
  for (const { courseId } of overdue) {
    const course = await offerSeatsIn(context, courseId);
    if (course) await context.purgePages([pageTags.courses, pageTags.course(courseId)]);
  }
}

function offerSeatsIn(context: Context, courseId: string): Promise<Course | undefined> {
  return transact(context.db, async (tx) => {
    const course = await lockCourse(tx, courseId);
    if (course) await offerFreedSeats(context, tx, course);
    return course;
  });
}

/**
 * Courses with an expired offer, an available seat that wasn't offered, or a waiting list to close.
 */
async function findDue({ db }: Context): Promise<string[]> {
  const now = new Date();
  // No time zone is more than 12 hours behind UTC, so a course that ended before this day has ended
  // everywhere.
  const overEverywhere = new Date(now.getTime() - 12 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const rows = await db
    .selectDistinct({ id: courses.id })
    .from(waitingPlaces)
    .innerJoin(courses, eq(courses.id, waitingPlaces.courseId))
    .where(
      and(
        openPlaces,
        or(isNull(courses.hiddenAt), ne(courses.status, "published")),
        or(
          lte(waitingPlaces.offerExpiresAt, now),
          and(
            eq(waitingPlaces.status, "waiting"),
            sql`${takenSeats(courses.id)} < ${courses.maxStudents}`,
          ),
          ne(courses.status, "published"),
          lt(courses.endDate, overEverywhere),
        ),
      ),
    );
  return rows.map(({ id }) => id);
}
