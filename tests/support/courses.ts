/**
 * Inserts courses, enrollments and attended meetings, for tests that need them as a starting point.
 */
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import { toCents } from "#lib/payments/money.ts";
import type { WeeklyTime } from "#lib/people/people.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import { days } from "#lib/time/time.ts";
import { syncClasses } from "#server/classes/sync-classes.ts";
import type { Context } from "#server/context.ts";
import { insertClasses } from "#server/courses/class-times.ts";
import { makeExcerpt } from "#server/courses/course-values.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { insertPastMeetings } from "#server/demo/rows.ts";
import type { Person } from "./people.ts";

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
const usual = (courseInput().schedule ?? []).map(({ day, startTime }) => `${day} ${startTime}`);
const weeklyTimes: WeeklyTime[] = days
  .flatMap((day) => hours.map((hour) => ({ day, startTime: `${hour}:00`, endTime: `${hour}:45` })))
  .filter(({ day, startTime }) => !usual.includes(`${day} ${startTime}`));

let used = 0;
/**
 * A weekly time at which neither another course of these tests nor one of `courseInput()` has its
 * classes, because a teacher's classes can't overlap.
 */
function nextWeeklyTime(): WeeklyTime {
  const time = weeklyTimes[used++ % weeklyTimes.length];
  if (!time) throw new Error("There are no weekly times");
  return time;
}

/**
 * Inserts a published course. It has weekly classes if it is paid, because seats aren't sold
 * otherwise. @returns its ID.
 */
export async function addCourse(
  context: Context,
  teacher: Person,
  overrides: Partial<CreateCourseInput> = {},
): Promise<string> {
  const { imageUrl: _i, schedule: _s, price, discountPrice, ...row } = courseInput(overrides);
  const [course] = await context.db
    .insert(courses)
    .values({
      ...row,
      status: overrides.status ?? "published",
      startDate: row.startDate || null,
      endDate: row.endDate || null,
      excerpt: makeExcerpt(row.description),
      searchTitle: foldForSearch(row.title),
      searchTopics: (row.topics ?? []).map(foldForSearch),
      teacherId: teacher.profileId,
      priceCents: toCents(price),
      discountPriceCents: typeof discountPrice === "number" ? toCents(discountPrice) : null,
    })
    .returning();
  if (!course) throw new Error("The course was not stored");
  if (price > 0) {
    await insertClasses(context.db, course, [nextWeeklyTime()]);
    await syncClasses(context, context.db, course.id);
  }
  return course.id;
}

/** Inserts a completed enrollment without a payment. @returns its ID. */
export async function addEnrollment(
  context: Context,
  student: Person,
  courseId: string,
): Promise<string> {
  const [enrollment] = await context.db
    .insert(enrollments)
    .values({
      courseId,
      studentId: student.profileId,
      status: "enrolled",
      amountCents: 0,
      enrolledAt: new Date(),
    })
    .returning();
  if (!enrollment) throw new Error("The enrollment was not stored");
  return enrollment.id;
}

/** Inserts a meeting that took place an hour ago. @returns its ID. */
export async function addPastMeeting(
  context: Context,
  teacher: Person,
  courseId: string,
  attending: Person[] = [],
): Promise<string> {
  const startTime = new Date(Date.now() - 2 * 60 * 60 * 1000);
  const [meetingId] = await insertPastMeetings(context.db, [
    {
      teacherId: teacher.profileId,
      courseId,
      topic: "Points of articulation",
      startTime,
      duration: 60,
      timeZone: "Africa/Cairo",
      attending: attending.map(({ profileId }) => ({ studentId: profileId, joinedAt: startTime })),
    },
  ]);
  if (!meetingId) throw new Error("The meeting was not stored");
  return meetingId;
}
