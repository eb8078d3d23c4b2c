/** The weekly classes of a course, and their conflicts with the teacher's other courses. */
import { and, eq, gt, gte, lt, lte, ne, or } from "drizzle-orm";
import { type CourseWeek, expandClasses } from "#lib/classes/weekly-classes.ts";
import { AppError } from "#lib/errors.ts";
import type { WeeklyTime } from "#lib/people/people.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { dayNumber } from "#lib/time/time.ts";
import { getTexts } from "#translations/translate.ts";
import { findClassAt } from "../classes/find-class-at.ts";
import { classClash } from "../classes/sync-classes.ts";
import type { Db } from "../db/connection.ts";
import { findBrokenConstraint } from "../db/failures.ts";
import { courseSchedule, courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";

const t = getTexts("courses");

/** The constraint that prevents the weekly times of a teacher's published courses from overlapping. */
const weekClash = "course_schedule_overlap";

/** Whether a change was rejected because the course overlaps with another one of its teacher. */
export function isClash(error: unknown): boolean {
  const constraint = findBrokenConstraint(error);
  return constraint === weekClash || constraint === classClash;
}

/**
 * Inserts the weekly times in the given order. A trigger copies the teacher, dates and status of
 * the course.
 */
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

interface ClassTimes extends Omit<CourseWeek, "timeZone"> {
  id: string | undefined;
  teacherId: string;
}

/** The error for a course that overlaps with another one of its teacher. */
export async function describeClash(db: Db, course: ClassTimes): Promise<AppError> {
  const title = (await findClashingWeek(db, course)) ?? (await findClashingClass(db, course));
  const message =
    title === undefined
      ? t("server.overlaps")
      : t("server.overlapsWith", { title: isolatedInRtl(title) });
  return new AppError("conflict", message, { fields: [{ field: "schedule", message }] });
}

async function findClashingWeek(db: Db, course: ClassTimes): Promise<string | undefined> {
  const [other] = await db
    .select({ title: courses.title })
    .from(courseSchedule)
    .innerJoin(courses, eq(courses.id, courseSchedule.courseId))
    .where(
      and(
        eq(courseSchedule.teacherId, course.teacherId),
        eq(courseSchedule.published, true),
        course.id === undefined ? undefined : ne(courseSchedule.courseId, course.id),
        course.endDate == null ? undefined : lte(courseSchedule.startDate, course.endDate),
        course.startDate == null ? undefined : gte(courseSchedule.endDate, course.startDate),
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
  return other?.title;
}

/** Also finds classes that were moved individually, which no weekly schedule contains. */
async function findClashingClass(db: Db, course: ClassTimes): Promise<string | undefined> {
  const [teacher] = await db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.id, course.teacherId));
  if (!teacher) return undefined;
  const times = expandClasses({ ...course, ...teacher });
  const other = await findClassAt(db, course.teacherId, times, { besidesCourse: course.id });
  return other?.title;
}
