/** What is left of a course that has started: on the course page and in the confirmation. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { describeClassesLeft } from "#lib/classes/classes-left.ts";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import { countUpcomingClasses } from "#server/classes/next-class.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent, renewToken } from "../../support/people.ts";
import { keepQueuedMails } from "../../support/queued-mails.ts";
import { teachIn } from "./taught-classes.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { addTaught, rows } = teachIn(() => app);

const minute = 60_000;

/** Three classes on Wednesdays in New York, and what the page says at a time relative to one. */
async function addCounted(overrides: Partial<CreateCourseInput> = {}) {
  const { teacher, courseId } = await addTaught(overrides);
  const dated = await rows(courseId);
  const at = async (place: number, edge: "startsAt" | "endsAt", minutes: number, price = 45) => {
    const instant = dated[place]?.[edge] ?? new Date(0);
    vi.setSystemTime(instant.getTime() + minutes * minute);
    const upcoming = await countUpcomingClasses(app.context, courseId);
    const left = describeClassesLeft(upcoming, price, "America/New_York", new Date());
    return { left, changesAt: upcoming.changesAt };
  };
  return { teacher, courseId, dated, at };
}

describe("a course that has started", () => {
  test("shows how many classes are left from the start of its first class to the end of its last", async () => {
    const { at, dated } = await addCounted();
    expect(await at(0, "startsAt", -1)).toEqual({ left: undefined, changesAt: dated[0]?.startsAt });
    expect(await at(0, "startsAt", 1)).toEqual({
      left: "Started March 10. 3 of 3 classes left ($15 each)",
      changesAt: dated[0]?.endsAt,
    });
    expect(await at(0, "endsAt", 1)).toEqual({
      left: "Started March 10. 2 of 3 classes left ($22.50 each)",
      changesAt: dated[1]?.startsAt,
    });
    expect((await at(0, "endsAt", 1, 0)).left).toBe("Started March 10. 2 of 3 classes left");
    expect((await at(1, "endsAt", 1)).left).toBe("Started March 10. 1 of 3 classes left");
    expect(await at(2, "endsAt", 1)).toEqual({ left: undefined, changesAt: undefined });
  });

  test("has as its next class the one after the class that is in progress", async () => {
    const { courseId, dated } = await addCounted();
    const during = async (place: number) => {
      vi.setSystemTime((dated[place]?.startsAt.getTime() ?? 0) + minute);
      return countUpcomingClasses(app.context, courseId);
    };
    expect(await during(0)).toMatchObject({
      next: dated[1]?.startsAt,
      runningUntil: dated[0]?.endsAt,
      lastIsRunning: false,
    });
    expect(await during(2)).toMatchObject({
      next: undefined,
      runningUntil: dated[2]?.endsAt,
      lastIsRunning: true,
    });
    vi.setSystemTime((dated[1]?.startsAt.getTime() ?? 0) - minute);
    expect(await countUpcomingClasses(app.context, courseId)).toMatchObject({
      next: dated[1]?.startsAt,
      runningUntil: undefined,
    });
  });

  test("doesn't count canceled classes", async () => {
    const { at, dated, teacher } = await addCounted();
    const path = `/api/classes/${dated[2]?.id}/cancel`;
    const canceled = await app.call("POST", path, { token: teacher.token, body: {} });
    expect(canceled.status, JSON.stringify(canceled.body)).toBe(200);
    expect((await at(0, "endsAt", 1)).left).toBe("Started March 10. 1 of 2 classes left");
  });

  test("is described in the confirmation of a student who joins late, but not of one who joins early", async () => {
    const { courseId, dated } = await addCounted();
    const mails = keepQueuedMails(app);
    const enroll = async () => {
      const student = await renewToken(app.context, await addStudent(app.context));
      const path = `/api/enrollment/course/${courseId}/enroll`;
      const { token, profileId } = student;
      const answer = await app.call("POST", path, { token, body: { studentId: profileId } });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return mails.find(({ to }) => to === student.email)?.text;
    };
    expect(await enroll()).not.toContain("classes left");
    vi.setSystemTime((dated[1]?.startsAt.getTime() ?? 0) + minute);
    expect(await enroll()).toMatch(/A class is in progress until .*, and you can still join it/);
    vi.setSystemTime(dated[1]?.endsAt.getTime() ?? 0);
    const last = await enroll();
    expect(last).toContain("Started March 10. 1 of 3 classes left.");
    expect(last).not.toContain("in progress");
  });
});
