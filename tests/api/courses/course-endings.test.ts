/** When courses leave the catalog, and where they remain available. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { dateIn } from "#lib/courses/course-dates.ts";
import { markEndedCourses } from "#server/courses/course-endings.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addTeacher, type Person } from "../../support/people.ts";

const dayMs = 24 * 60 * 60 * 1000;
const zone = "America/Los_Angeles";
const day = (days: number) => dateIn(zone, new Date(Date.now() + days * dayMs));

let app: TestApp;
let teacher: Person;
let courseId: string;
beforeAll(async () => {
  app = await createTestApp();
  teacher = await addTeacher(app.context, { timeZone: zone });
  // Free courses, because paid ones also leave the catalog after their last class.
  const free = { price: 0, startDate: day(-30) };
  courseId = await addCourse(app.context, teacher, { ...free, endDate: day(0) });
  await addCourse(app.context, teacher, { ...free, endDate: day(30) });
});
afterAll(() => app.close());

const purged: string[] = [];
beforeEach(() => {
  purged.length = 0;
});
const lookAfter = () =>
  markEndedCourses({
    ...app.context,
    purgePages: async (tags) => {
      purged.push(...tags);
    },
  });

const countListed = async (): Promise<number> =>
  (await app.call("GET", "/api/courses")).body.data.total;

describe("a course after its last day", () => {
  it("leaves the catalog when the day ends in the teacher's time zone, but keeps its page", async () => {
    await lookAfter();
    expect(purged).toEqual([]);
    expect(await countListed()).toBe(2);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + dayMs });
    try {
      // Two processes run the job at once. Each change is made and announced by one of them.
      await Promise.all([lookAfter(), lookAfter()]);
    } finally {
      vi.useRealTimers();
    }
    expect(purged).toEqual(["courses", `course:${courseId}`]);
    expect(await countListed()).toBe(1);
    const { status } = await app.call("GET", `/api/courses/${courseId}`);
    expect(status).toBe(200);
    const ofTeacher = await app.call("GET", `/api/teachers/${teacher.profileId}`);
    expect(ofTeacher.body.data.courses).toHaveLength(2);
  });

  it("returns to the catalog when its last day turns out not to have ended", async () => {
    await lookAfter();
    expect(purged).toEqual(["courses", `course:${courseId}`]);
    expect(await countListed()).toBe(2);
  });

  it("leaves and returns at once when its teacher changes the last day", async () => {
    const move = (endDate: string) =>
      app.call("PUT", `/api/courses/${courseId}`, {
        token: teacher.token,
        body: { endDate, schedule: [{ day: "Monday", startTime: "09:00", endTime: "10:00" }] },
      });
    expect((await move(day(-1))).status).toBe(200);
    expect(await countListed()).toBe(1);
    expect((await move(day(7))).status).toBe(200);
    expect(await countListed()).toBe(2);
  });

  it("follows the new time zone of a teacher who moves", async () => {
    const { db } = app.context;
    const own = eq(profiles.id, teacher.profileId);
    const tooLate = new Date(Date.parse(`${day(7)}T23:30:00Z`));
    vi.useFakeTimers({ toFake: ["Date"], now: tooLate });
    try {
      await db.update(profiles).set({ timeZone: "Pacific/Auckland" }).where(own);
      await lookAfter();
      expect(await countListed()).toBe(1);
      await db.update(profiles).set({ timeZone: zone }).where(own);
      await lookAfter();
      expect(await countListed()).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
