/** Courses with weekly classes at the beginning of March 2027, and calls about their classes. */
import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { afterEach, beforeEach, vi } from "vitest";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import { createCourse } from "#server/courses/courses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import type { TestApp } from "../../support/app.ts";
import { addTeacher, type Person } from "../../support/people.ts";

/** Clocks go forward on March 14, 2027 in New York and on March 28 in London, and never in Karachi. */
export const begin = new Date("2027-03-01T12:00:00Z");

/** One class a week on three Wednesdays, the first of them a week after `begin`. */
export const week: Partial<CreateCourseInput> = {
  startDate: "2027-03-08",
  endDate: "2027-03-28",
  status: "published",
  schedule: [{ day: "Wednesday", startTime: "18:00", endTime: "19:00" }],
};

/** Reads the calendar entries of an email with a third-party parser. */
export const readDates = (text = "") =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((component) => {
    const { uid, sequence, startDate } = new ICAL.Event(component);
    const status = component.getFirstPropertyValue("status");
    return { uid, sequence, startsAt: startDate.toJSDate(), status };
  });

/** Helpers for the tests of one file, which all use its app and start at `begin`. */
export function teachIn(getApp: () => TestApp) {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: begin }));
  afterEach(() => void vi.useRealTimers());

  const list = async (person: Person, courseId: string) =>
    getApp().call("GET", `/api/classes/course/${courseId}`, { token: person.token });

  return {
    list,
    async addTaught(overrides: Partial<CreateCourseInput> = {}, timeZone = "America/New_York") {
      const { context } = getApp();
      const teacher = await addTeacher(context, { timeZone });
      const input = courseInput({ ...week, ...overrides });
      const course = await createCourse(context, teacher.actor, input);
      return { teacher, courseId: course._id };
    },
    starts: async (person: Person, courseId: string): Promise<string[]> =>
      (await list(person, courseId)).body.data.classes.map(
        (each: { startsAt: string }) => each.startsAt,
      ),
    rows: (courseId: string) =>
      getApp()
        .context.db.select()
        .from(classes)
        .where(eq(classes.courseId, courseId))
        .orderBy(classes.plannedStart),
    move: (person: Person, classId: string, body: object) =>
      getApp().call("PATCH", `/api/classes/${classId}`, { token: person.token, body }),
  };
}
