/** Finding courses by need. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import { updateNextClasses } from "#server/courses/course-endings.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let hafsa: Person;
let idris: Person;
const ids: Record<string, string> = {};

/** Publishes a course with classes from now on. */
async function publish(teacher: Person, input: Partial<CreateCourseInput>): Promise<void> {
  const { status, body } = await app.call("POST", "/api/courses", {
    token: teacher.token,
    body: courseInput({ status: "published", ...input }),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  ids[input.title ?? ""] = body.data._id;
}

const set = (title: string, values: Partial<typeof courses.$inferInsert>) =>
  app.context.db
    .update(courses)
    .set(values)
    .where(eq(courses.id, ids[title] ?? ""));

beforeAll(async () => {
  app = await createTestApp();
  const { context } = app;
  hafsa = await addTeacher(context, { gender: "female", timeZone: "Asia/Karachi" });
  idris = await addTeacher(context, { gender: "male", timeZone: "America/Toronto" });
  await context.db
    .update(profiles)
    .set({ offersTrials: true, ratingSum: 9, ratingCount: 2 })
    .where(eq(profiles.id, hafsa.profileId));
  const at = (day: "Monday" | "Tuesday" | "Wednesday", startTime: string, endTime: string) => ({
    schedule: [{ day, startTime, endTime }],
  });
  // 20:00 in Karachi is 15:00 in UTC all year. 02:15 on Wednesday is 21:15 on Tuesday.
  await publish(hafsa, { title: "Noon", language: "Urdu", ...at("Monday", "20:00", "21:00") });
  await publish(hafsa, {
    title: "Meem",
    language: "English",
    ...at("Wednesday", "02:15", "03:00"),
  });
  // 18:00 in winter in Toronto is 23:00 in UTC.
  await publish(idris, { title: "Qaf", language: "French", ...at("Tuesday", "18:00", "19:00") });
  await set("Noon", { priceCents: 2000, ratingSum: 5, ratingCount: 1, maxStudents: 1 });
  await set("Meem", { priceCents: 4000 });
  await set("Qaf", { priceCents: 9000, ratingSum: 94, ratingCount: 20, maxStudents: 3 });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => app.close());

const titles = async (query: string): Promise<string[]> => {
  const { status, body } = await app.call("GET", `/api/courses?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.total).toBe(body.data.courses.length);
  return body.data.courses.map(({ title }: { title: string }) => title);
};
/** Sets the clock to a winter's day, when the courses haven't begun. */
const inWinter = () =>
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T12:00:00Z") });

describe("the course list", () => {
  it.each([
    ["language=English&language=Urdu", ["Meem", "Noon"]],
    ["language=ar&language=fr", ["Qaf"]],
    ["language=All Languages", ["Qaf", "Meem", "Noon"]],
    ["trial=offered", ["Meem", "Noon"]],
    ["minPrice=30", ["Qaf", "Meem"]],
    ["minPrice=20&maxPrice=40", ["Meem", "Noon"]],
    ["maxPrice=0", []],
    ["price=40-to-79&maxPrice=50", ["Meem"]],
    ["trial=&day=&time=&minPrice=&maxPrice=&zone=", ["Qaf", "Meem", "Noon"]],
    ["trial=offered&gender=female&language=Urdu&maxPrice=20&search=noon", ["Noon"]],
  ])("filtered by '%s' contains %j", async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it.each([
    ["day=Monday&time=afternoon", ["Noon"]],
    ["day=Monday&time=evening", []],
    ["day=Monday&time=evening&zone=Asia/Karachi", ["Noon"]],
    ["day=Tuesday", ["Qaf", "Meem"]],
    ["day=Tuesday&zone=Asia/Karachi", []],
    ["day=Wednesday&zone=Asia/Karachi", ["Qaf", "Meem"]],
    ["time=night&zone=Asia/Karachi", ["Qaf", "Meem"]],
    ["time=evening&zone=America/Toronto", ["Qaf"]],
    ["time=evening&time=morning&zone=America/Toronto", ["Qaf", "Noon"]],
    // Nepal's clocks differ by a quarter of an hour: 21:15 in UTC is 03:00 there.
    ["day=Wednesday&time=night&zone=Asia/Kathmandu", ["Qaf", "Meem"]],
    ["day=Tuesday&day=Monday&language=Urdu&language=French", ["Qaf", "Noon"]],
    ["day=Monday&zone=Not/AZone", ["Noon"]],
  ])("filtered by %s contains the courses with a class at that time", async (query, expected) => {
    inWinter();
    expect(await titles(query)).toEqual(expected);
  });

  it("converts weekly times with the UTC offsets of the week ahead", async () => {
    inWinter();
    expect(await titles("day=Tuesday&time=night")).toEqual(["Qaf"]);
    // 18:00 in Toronto is 23:00 in UTC in winter, and 22:00 in summer. Cape Verde is an hour behind UTC.
    const zone = "zone=Atlantic/Cape_Verde";
    expect(await titles(`day=Tuesday&time=night&${zone}`)).toEqual(["Qaf"]);
    vi.setSystemTime(new Date("2027-07-01T12:00:00Z"));
    expect(await titles(`day=Tuesday&time=night&${zone}`)).toEqual([]);
    expect(await titles(`day=Tuesday&time=evening&${zone}`)).toEqual(["Qaf", "Meem"]);
  });

  it("finds a course by its new days as soon as the schedule, the zone or the price changes", async () => {
    const change = async (teacher: Person, title: string, body: object) => {
      const path = `/api/courses/${ids[title]}`;
      const answer = await app.call("PUT", path, { token: teacher.token, body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    const schedule = (day: string) => [{ day, startTime: "18:00", endTime: "19:00" }];
    expect(await titles("day=Friday")).toEqual([]);
    await change(idris, "Qaf", { schedule: schedule("Friday") });
    expect(await titles("day=Friday")).toEqual(["Qaf"]);
    await change(idris, "Qaf", { schedule: schedule("Tuesday") });
    expect(await titles("day=Friday")).toEqual([]);
    const move = (timeZone: string) =>
      app.context.db.update(profiles).set({ timeZone }).where(eq(profiles.id, idris.profileId));
    expect(await titles("day=Tuesday&time=morning")).toEqual([]);
    await move("Asia/Tokyo");
    expect(await titles("day=Tuesday&time=morning")).toEqual(["Qaf"]);
    await move("America/Toronto");
    expect(await titles("minPrice=85")).toEqual(["Qaf"]);
    await set("Qaf", { priceCents: 8400 });
    expect(await titles("minPrice=85")).toEqual([]);
    await set("Qaf", { priceCents: 9000 });
  });

  it("can be sorted by rating, and many good ratings count more than one perfect rating", async () => {
    expect(await titles("sort=rating")).toEqual(["Qaf", "Noon", "Meem"]);
  });

  it("can be sorted by the next class, with full courses last", async () => {
    expect(await titles("sort=next-class")).toEqual(["Noon", "Meem", "Qaf"]);
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, ids.Noon ?? "");
    expect(await titles("sort=next-class")).toEqual(["Meem", "Qaf", "Noon"]);
  });

  it.each(["day=Someday", "time=noon", "maxPrice=-1", "trial=always", "sort=best"])(
    "rejects %s with 400 and names the field",
    async (query) => {
      const { status, body } = await app.call("GET", `/api/courses?${query}`);
      expect(status).toBe(400);
      expect(body.errors[0].field).toBe(query.split("=")[0]);
    },
  );
});

describe("a course", () => {
  it("shows the facts that families base their choice on", async () => {
    const { body } = await app.call("GET", `/api/courses/${ids.Qaf}`);
    expect(body.data).toMatchObject({ seatsLeft: 3, isFull: false });
    expect(Date.parse(body.data.nextClassAt)).toBeGreaterThan(Date.now());
    expect(body.data.teacherId).toMatchObject({
      gender: "male",
      rating: 0,
      ratingCount: 0,
      offersTrials: false,
    });
    const { body: other } = await app.call("GET", `/api/courses/${ids.Meem}`);
    expect(other.data.teacherId).toMatchObject({
      gender: "female",
      rating: 4.5,
      offersTrials: true,
    });
  });

  it("has a new next class after the first one is canceled or has started", async () => {
    const read = async () => {
      const { body } = await app.call("GET", `/api/courses/${ids.Meem}`);
      return body.data.nextClassAt as string;
    };
    const path = `/api/classes/course/${ids.Meem}`;
    const { body } = await app.call("GET", path, { token: hafsa.token });
    const [first, second, third] = body.data.classes as { _id: string; startsAt: string }[];
    expect(await read()).toBe(first?.startsAt);
    const canceled = await app.call("POST", `/api/classes/${first?._id}/cancel`, {
      token: hafsa.token,
      body: { note: "" },
    });
    expect(canceled.status, JSON.stringify(canceled.body)).toBe(200);
    expect(await read()).toBe(second?.startsAt);
    vi.useFakeTimers({
      toFake: ["Date"],
      now: new Date(Date.parse(second?.startsAt ?? "") + 1000),
    });
    await updateNextClasses(app.context);
    vi.useRealTimers();
    const [row] = await app.context.db
      .select({ at: courses.nextClassAt })
      .from(courses)
      .where(eq(courses.id, ids.Meem ?? ""));
    expect(row?.at?.toISOString()).toBe(third?.startsAt);
  });
});

describe("a teacher in the list", () => {
  it("shows the number of seats left and the next class with a free seat", async () => {
    const { body } = await app.call("GET", "/api/teachers?sort=next-class");
    const [first, second] = body.data.teachers;
    expect([first._id, second._id]).toEqual([idris.profileId, hafsa.profileId]);
    expect(first.seatsLeft).toBe(3);
    const { body: course } = await app.call("GET", `/api/courses/${ids.Qaf}`);
    expect(first.nextClassAt).toBe(course.data.nextClassAt);
  });
});
