/** Adds the lesson logs that demo teachers keep for their students. */
import { Temporal } from "temporal-polyfill";
import { logRecitation } from "../recitations/write-lessons.ts";
import type { AddedCourse } from "./add-courses.ts";
import { demoRecitations } from "./data/recitations.data.ts";
import { type DemoPeople, type DemoRun, forEach, need } from "./demo-run.ts";

export async function addRecitations(
  { context, startedAt }: DemoRun,
  people: DemoPeople,
  added: AddedCourse[],
): Promise<void> {
  const courses = new Map(
    added.filter(({ isPublished }) => isPublished).map((course) => [course.demo.key, course]),
  );
  const started = Temporal.Instant.fromEpochMilliseconds(startedAt.getTime());
  await forEach(demoRecitations, async ({ course: key, student, lessons }) => {
    const course = courses.get(key);
    if (!course) return;
    const seat = { courseId: course.id, studentId: need(people, student).profile.id };
    const today = started.toZonedDateTimeISO(course.timeZone).toPlainDate();
    for (const { daysAgo, from, to, ...lesson } of lessons) {
      await logRecitation(context, need(people, course.demo.teacher), seat, {
        ...lesson,
        date: today.subtract({ days: daysAgo }).toString(),
        fromSurah: from.surah,
        fromVerse: from.verse,
        toSurah: to.surah,
        toVerse: to.verse,
      });
    }
  });
}
