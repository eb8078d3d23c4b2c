/** Optional emails to the students of a course. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  findTaughtCourse,
  listStudents,
  mailStudent,
} from "#server/course-members/course-members.mails.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { keepQueuedMails } from "../../support/queued-mails.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("an optional email is sent only to the students who want it", async () => {
  const { context } = app;
  const courseId = await addCourse(context, await addTeacher(context));
  const reader = await addStudent(context);
  const other = await addStudent(context);
  for (const student of [reader, other]) await addEnrollment(context, student, courseId);
  await context.db
    .update(profiles)
    .set({ changeSummaries: false })
    .where(eq(profiles.id, other.profileId));
  const queued = keepQueuedMails(app);
  await context.db.transaction(async (tx) => {
    const course = await findTaughtCourse(tx, courseId);
    if (!course) throw new Error("The course is missing");
    for (const student of await listStudents(tx, courseId)) {
      await mailStudent(context, tx, student, course, undefined, () => ({
        about: `course:${courseId}`,
        kind: "summary",
        subject: "A summary",
        title: "A summary",
        preheader: "What happened this week.",
        paragraphs: ["This happened this week."],
        preference: "changeSummaries",
      }));
    }
  });
  expect(queued.map(({ to }) => to)).toEqual([reader.email]);
});
