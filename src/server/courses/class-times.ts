/** The weekly classes of a course, and what a teacher's other courses leave free for them. */
import { and, eq, gt, gte, lt, lte, ne, or } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { WeeklyTime } from "#lib/people.ts";
import { dayNumber } from "#lib/time.ts";
import type { Db } from "../db/connection.ts";
import { courseSchedule, courses } from "./courses.table.ts";

/** The constraint that keeps a teacher's published courses from meeting at the same time. */
export const clashConstraint = "course_schedule_overlap";

/** Adds the classes in the order given; teacher, dates and state come from the course. */
export async function insertClasses(
  tx: Db,
  course: { id: string; teacherId: string },
  schedule: readonly WeeklyTime[],
): Promise<void> {
  if (schedule.length === 0) return;
  const rows = schedule.map(({ day, startTime, endTime }, position) => ({
    courseId: course.id,
    teacherId: course.teacherId,
    position,
    day: dayNumber(day),
    startTime,
    endTime,
  }));
  await tx.insert(courseSchedule).values(rows);
}

interface ClassTimes {
  id: string | undefined;
  teacherId: string;
  startDate: string | null;
  endDate: string | null;
  schedule: readonly WeeklyTime[];
}

/** The refusal of a course that meets while another published one of its teacher does. */
export async function describeClash(db: Db, course: ClassTimes): Promise<AppError> {
  const [other] = await db
    .select({ title: courses.title })
    .from(courseSchedule)
    .innerJoin(courses, eq(courses.id, courseSchedule.courseId))
    .where(
      and(
        eq(courseSchedule.teacherId, course.teacherId),
        eq(courseSchedule.published, true),
        course.id === undefined ? undefined : ne(courseSchedule.courseId, course.id),
        course.endDate === null ? undefined : lte(courseSchedule.startDate, course.endDate),
        course.startDate === null ? undefined : gte(courseSchedule.endDate, course.startDate),
        or(
          ...course.schedule.map(({ day, startTime, endTime }) =>
            and(
              eq(courseSchedule.day, dayNumber(day)),
              lt(courseSchedule.startTime, endTime),
              gt(courseSchedule.endTime, startTime),
            ),
          ),
        ),
      ),
    )
    .limit(1);
  const message = other
    ? `The schedule clashes with your course '${other.title}'.`
    : "The schedule clashes with another course of yours.";
  return new AppError("conflict", message, { fields: [{ field: "schedule", message }] });
}
