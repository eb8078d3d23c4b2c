import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { AppError } from "#lib/errors.ts";
import { renewGuardianLink } from "#server/recitations/guardian-page.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
afterEach(() => void vi.useRealTimers());

const hour = 60 * 60 * 1000;

test("a child can send a guardian five links an hour and ten a day", async () => {
  const address = "tariq@example.org";
  const student = await addStudent(app.context, {
    age: 11,
    parentGuardianName: "Tariq",
    parentGuardianContact: address,
  });
  const courseIds: string[] = [];
  for (let i = 0; i < 2; i += 1) {
    const courseId = await addCourse(app.context, await addTeacher(app.context));
    await addEnrollment(app.context, student, courseId);
    courseIds.push(courseId);
  }
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  const statuses: number[][] = [];
  for (const hours of [0, 1.1, 2.2, 3.3]) {
    vi.setSystemTime(start + hours * hour);
    const round: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const renewed = renewGuardianLink(app.context, student.actor, courseIds[i % 2] ?? "");
      round.push(
        await renewed.then(
          () => 200,
          (error: AppError) => error.status,
        ),
      );
    }
    statuses.push(round);
  }
  const five = [200, 200, 200, 200, 200, 429];
  const none = [429, 429, 429, 429, 429, 429];
  expect(statuses).toEqual([five, five, none, none]);
  await app.context.jobs.drain();
  expect(app.mails.filter(({ to }) => to === address)).toHaveLength(10);
});
