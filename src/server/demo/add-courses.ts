/** Adds the demo courses. */
import { and, eq } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { courseLevels } from "#lib/courses/courses.rules.ts";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import { dayNumber } from "#lib/time/time.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import { createCourse, updateCourse } from "../courses/courses.ts";
import { courses } from "../db/tables/courses.table.ts";
import { demoCourses, demoTeachers } from "./data/demo-data.ts";
import { before, type DemoPeople, type DemoRun, day, forEach, need } from "./demo-run.ts";
import type { DemoCourse } from "./demo-shapes.ts";

/** A demo course after it was stored. */
export interface AddedCourse {
  id: string;
  demo: DemoCourse;
  /** Calendar dates in the teacher's time zone. */
  startDate: Temporal.PlainDate;
  endDate: Temporal.PlainDate;
  timeZone: string;
  isPublished: boolean;
}

export async function addCourses(run: DemoRun, people: DemoPeople): Promise<AddedCourse[]> {
  const added = new Map<string, AddedCourse>();
  await forEach(demoCourses, async (demo) => {
    added.set(demo.key, await addCourse(run, people, demo));
  });
  return demoCourses.map(({ key }) => need(added, key));
}

async function addCourse(run: DemoRun, people: DemoPeople, demo: DemoCourse): Promise<AddedCourse> {
  const { context } = run;
  const teacher = need(people, demo.teacher);
  const dates = planCourse(run, demo);
  // Archived courses are published first, because nobody could enroll otherwise.
  const isPublished =
    demo.status !== "draft" && (demo.price === 0 || context.config.stripe.sandbox);
  const input = toCourseInput(demo, dates, isPublished ? "published" : "draft");
  const isOwn = and(isTeacherOf(teacher.profile.id), eq(courses.title, demo.title));
  const [known] = await context.db.select({ id: courses.id }).from(courses).where(isOwn);
  const id = known?.id ?? (await createCourse(context, teacher, input))._id;
  if (demo.level !== input.level) await updateCourse(context, teacher, id, { level: demo.level });
  const announcedAt = Math.min(
    dates.startDate.toZonedDateTime(dates.timeZone).epochMilliseconds - 21 * day,
    before(run, day).getTime(),
  );
  await context.db
    .update(courses)
    .set({ createdAt: new Date(announcedAt) })
    .where(eq(courses.id, id));
  return { id, demo, ...dates, isPublished };
}

/** The course starts on its first class day in the given week, and ends after its number of weeks. */
export function planCourse(
  { startedAt }: Pick<DemoRun, "startedAt">,
  demo: DemoCourse,
): Pick<AddedCourse, "startDate" | "endDate" | "timeZone"> {
  const timeZone = demoTeachers.find(({ key }) => key === demo.teacher)?.profile.timeZone ?? "UTC";
  const today = Temporal.Instant.fromEpochMilliseconds(startedAt.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const firstDay = Math.min(...demo.schedule.map((time) => dayNumber(time.day)));
  const startDate = today.add({ days: demo.beginsInWeeks * 7 + firstDay - today.dayOfWeek });
  return { startDate, endDate: startDate.add({ days: demo.duration * 7 - 1 }), timeZone };
}

/** The input that the teacher would have entered. "All Levels" can only be set by editing a course. */
export function toCourseInput(
  demo: DemoCourse,
  { startDate, endDate }: Pick<AddedCourse, "startDate" | "endDate">,
  status: CreateCourseInput["status"],
): CreateCourseInput {
  const { key: _k, teacher: _t, lessons: _l, students: _s, ...course } = demo;
  const { beginsInWeeks: _b, ...fields } = course;
  return {
    ...fields,
    level: courseLevels.find((level) => level === demo.level) ?? "Beginner",
    status,
    startDate: startDate.toString(),
    endDate: endDate.toString(),
  };
}

/** Archives courses that have ended, after their students were enrolled. */
export async function archiveCourses(
  { context }: DemoRun,
  people: DemoPeople,
  added: AddedCourse[],
): Promise<void> {
  for (const { id, demo, isPublished } of added) {
    if (demo.status !== "archived" || !isPublished) continue;
    await updateCourse(context, need(people, demo.teacher), id, { status: "archived" });
  }
}
