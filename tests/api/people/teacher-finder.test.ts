/** Finding teachers by need. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listLocalHours } from "#server/catalog/class-hours.ts";
import { profiles, timeSlots } from "#server/db/tables/people.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  const { context } = app;
  const hafsa = await addTeacher(context, {
    name: "Hafsa",
    gender: "female",
    spokenLanguages: ["English", "Urdu"],
    nativeLanguage: "Urdu",
    specializations: ["Tajwid", "قراءۃ"],
    hourlyRate: 10,
    timeZone: "Asia/Karachi",
  });
  const idris = await addTeacher(context, {
    name: "Idris",
    gender: "male",
    spokenLanguages: ["French"],
    nativeLanguage: "Arabic",
    specializations: ["Seerah"],
    hourlyRate: 30,
    timeZone: "Africa/Cairo",
  });
  const amal = await addTeacher(context, {
    name: "Amal",
    gender: "female",
    spokenLanguages: [],
    nativeLanguage: "Turkish",
    specializations: [],
    timeZone: "Europe/Istanbul",
  });
  await addCourse(context, amal, { topics: ["Hifz"], audience: ["children"] });
  await addCourse(context, idris, { topics: ["Poetry"], status: "draft", audience: ["children"] });
  const set = (teacher: { profileId: string }, values: Partial<typeof profiles.$inferInsert>) =>
    context.db.update(profiles).set(values).where(eq(profiles.id, teacher.profileId));
  await set(hafsa, { offersTrials: true, ratingSum: 5, ratingCount: 1 });
  await set(idris, { ratingSum: 94, ratingCount: 20 });
  await set(amal, { hourlyRate: null });
  // 20:00 to 22:00 in Karachi, which is 15:00 to 17:00 in UTC. Karachi doesn't change its clocks.
  await context.db.insert(timeSlots).values([
    { teacherId: hafsa.profileId, day: 1, startTime: "20:00", endTime: "22:00" },
    { teacherId: hafsa.profileId, day: 3, startTime: "02:00", endTime: "03:00" },
    { teacherId: idris.profileId, day: 2, startTime: "09:00", endTime: "10:00", isBooked: true },
  ]);
});
afterAll(() => app.close());

const names = async (query: string): Promise<string[]> => {
  const { status, body } = await app.call("GET", `/api/teachers?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.total).toBe(body.data.teachers.length);
  return body.data.teachers.map(({ name }: { name: string }) => name);
};

describe("the list of teachers", () => {
  it.each([
    ["", ["Idris", "Hafsa", "Amal"]],
    ["gender=female", ["Hafsa", "Amal"]],
    ["subject=Tajweed", ["Hafsa"]],
    ["subject=Memorization", ["Amal"]],
    ["search=قراءة", ["Hafsa"]],
    ["language=English&language=French", ["Idris", "Hafsa"]],
    ["language=ar", ["Idris"]],
    ["language=Klingon", []],
    ["audience=children", ["Amal"]],
    ["trial=offered", ["Hafsa"]],
    ["maxPrice=10", ["Hafsa"]],
    ["minPrice=11&maxPrice=40", ["Idris"]],
    ["search=tajweed", ["Hafsa"]],
    ["search=sirah idris", ["Idris"]],
    ["gender=female&language=Urdu&trial=offered&subject=Tajweed", ["Hafsa"]],
    ["subject=&gender=&language=&day=&minPrice=", ["Idris", "Hafsa", "Amal"]],
  ])("filtered by '%s' contains %j", async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each([
    ["day=Monday&time=afternoon", ["Hafsa"]],
    ["day=Monday&time=evening", []],
    ["day=Monday&time=evening&zone=Asia/Karachi", ["Hafsa"]],
    ["day=Monday&time=morning&zone=America/Bogota", ["Hafsa"]],
    // Wednesday at 02:00 in Karachi is Tuesday at 21:00 in UTC.
    ["day=Tuesday", ["Hafsa"]],
    ["day=Wednesday&zone=Asia/Karachi", ["Hafsa"]],
    ["day=Wednesday", []],
    ["day=Wednesday&day=Tuesday&time=night&time=evening", ["Hafsa"]],
    ["time=morning", []],
  ])("filtered by %s contains teachers with a free hour at that time", async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each([
    ["recommended", ["Idris", "Hafsa", "Amal"]],
    ["newest", ["Amal", "Idris", "Hafsa"]],
    ["rating", ["Idris", "Hafsa", "Amal"]],
    ["price-asc", ["Hafsa", "Idris", "Amal"]],
    ["price-desc", ["Idris", "Hafsa", "Amal"]],
  ])("sorted by %s is %j", async (sort, expected) => {
    expect(await names(`sort=${sort}`)).toEqual(expected);
  });

  it("recommends verified teachers and those with seats left before the others", async () => {
    const { context } = app;
    const add = (name: string) => addTeacher(context, { name: `Qari ${name}` });
    const [verified, open, full] = [await add("Verified"), await add("Open"), await add("Full")];
    await add("Newcomer");
    const set = (teacher: Person, values: Partial<typeof profiles.$inferInsert>) =>
      context.db.update(profiles).set(values).where(eq(profiles.id, teacher.profileId));
    await set(verified, { verified: true });
    await addCourse(context, open);
    const courseId = await addCourse(context, full, { maxStudents: 1 });
    await addEnrollment(context, await addStudent(context), courseId);
    const list = ["Qari Open", "Qari Verified", "Qari Newcomer", "Qari Full"];
    expect(await names("search=qari")).toEqual(list);
    // Below 3 stars, a rating doesn't recommend anyone.
    await set(full, { ratingSum: 2, ratingCount: 2 });
    expect(await names("search=qari")).toEqual(list);
    await set(full, { ratingSum: 10, ratingCount: 2 });
    expect(await names("search=qari")).toEqual(["Qari Full", ...list.slice(0, 3)]);
    await set(open, { verified: true, ratingSum: 10, ratingCount: 2 });
    expect(await names("search=qari&sort=recommended")).toEqual([
      "Qari Open",
      "Qari Full",
      "Qari Verified",
      "Qari Newcomer",
    ]);
  });

  it.each(["subject=Cooking", "gender=other", "day=Someday", "time=noon", "maxPrice=-1", "sort=x"])(
    "rejects %s with 400 and names the field",
    async (query) => {
      const { status, body } = await app.call("GET", `/api/teachers?${query}`);
      expect(status).toBe(400);
      expect(body.errors[0].field).toBe(query.split("=")[0]);
    },
  );
});

describe("the requested hours", () => {
  const july = new Date("2026-07-01T12:00:00Z");
  const hoursIn = async (zone: string, filter: Parameters<typeof listLocalHours>[1]) =>
    (await listLocalHours(app.context.db, filter, july))
      ?.filter((hours) => hours.zone === zone)
      .map(({ day, from, until }) => `${day} ${from}-${until}`);

  it("become a few weekly times in each teacher's time zone, so that one comparison is enough", async () => {
    const monday = { day: "Monday", time: "night", zone: "UTC" } as const;
    expect(await hoursIn("Asia/Karachi", monday)).toEqual(["1 05:00-11:00", "2 03:00-05:00"]);
    expect(await hoursIn("Africa/Cairo", monday)).toEqual(["1 03:00-09:00", "2 01:00-03:00"]);
  });

  it("last until the end of the day", async () => {
    const sunday = { day: "Sunday", zone: "Asia/Karachi" } as const;
    expect(await hoursIn("Asia/Karachi", sunday)).toEqual(["7 00:00-24:00"]);
  });

  it("are undefined without days and times", async () => {
    expect(await hoursIn("Asia/Karachi", { zone: "UTC" })).toBeUndefined();
  });
});
