import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { timeSlots } from "#server/db/tables/people.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const pathOf = ({ profileId }: Person) => `/api/teachers/${profileId}/timeslots`;
const put = (teacher: Person, availableTimeSlots: unknown, token = teacher.token) =>
  app.call("PUT", pathOf(teacher), { token, body: { availableTimeSlots } });
const monday = { day: "Monday", startTime: "09:00", endTime: "10:00" };
const sunday = { day: "Sunday", startTime: "20:30", endTime: "21:15" };

describe("PUT /api/teachers/{id}/timeslots", () => {
  it("replaces the week in its order, and ignores bookings in the body", async () => {
    const teacher = await addTeacher(app.context);
    const { status, body } = await put(teacher, [sunday, { ...monday, isBooked: true }]);
    expect(status).toBe(200);
    expect(body.data.availableTimeSlots).toMatchObject([
      { ...monday, isBooked: false },
      { ...sunday, isBooked: false },
    ]);
    const second = await put(teacher, [sunday]);
    expect(second.body.data.availableTimeSlots).toEqual([body.data.availableTimeSlots[1]]);
    expect((await put(teacher, [])).body.data.availableTimeSlots).toEqual([]);
  });

  it("neither removes nor changes booked slots", async () => {
    const teacher = await addTeacher(app.context);
    await put(teacher, [monday, sunday]);
    await app.context.db
      .update(timeSlots)
      .set({ isBooked: true })
      .where(eq(timeSlots.startTime, "20:30"));
    for (const slots of [[monday], [monday, { ...sunday, endTime: "21:00" }], []]) {
      const { status, body } = await put(teacher, slots);
      expect(status).toBe(409);
      expect(body.message).toContain("Sunday 20:30-21:15");
    }
    const kept = await put(teacher, [sunday]);
    expect(kept.body.data.availableTimeSlots).toMatchObject([{ ...sunday, isBooked: true }]);
  });

  it("rejects overlapping slots with 409, and the error names the other slot", async () => {
    const teacher = await addTeacher(app.context);
    for (const other of [{ ...monday, startTime: "09:59", endTime: "11:00" }, monday]) {
      const { status, body } = await put(teacher, [monday, other]);
      expect(status).toBe(409);
      expect(body.message).toContain("Monday 09:00-10:00");
    }
    const touching = { ...monday, startTime: "10:00", endTime: "11:00" };
    expect((await put(teacher, [touching, monday])).status).toBe(200);
  });

  it("keeps one complete week when two calls arrive at once", async () => {
    const teacher = await addTeacher(app.context);
    const weeks = [
      [monday, sunday],
      [{ ...monday, endTime: "11:00" }],
      [{ ...monday, startTime: "08:00" }, sunday],
    ];
    const answers = await Promise.all([...weeks, ...weeks].map((week) => put(teacher, week)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const { body } = await app.call("GET", pathOf(teacher), { token: teacher.token });
    const times = body.data.availableTimeSlots.map(
      ({ day, startTime, endTime }: typeof monday) => ({ day, startTime, endTime }),
    );
    expect(weeks).toContainEqual(times);
  });

  it.each([
    ["availableTimeSlots", undefined],
    ["availableTimeSlots", "Monday"],
    ["availableTimeSlots", Array(101).fill(monday)],
    ["availableTimeSlots.0.day", [{ ...monday, day: "Funday" }]],
    ["availableTimeSlots.0.startTime", [{ ...monday, startTime: "24:00" }]],
    ["availableTimeSlots.0.endTime", [{ ...monday, endTime: "" }]],
    ["availableTimeSlots.0.endTime", [{ ...monday, endTime: "08:00" }]],
  ])("names the invalid field %s", async (field, slots) => {
    const teacher = await addTeacher(app.context);
    const { status, body } = await put(teacher, slots);
    expect(status).toBe(400);
    expect(body.errors[0].field).toBe(field);
  });

  it("is rejected for everyone else", async () => {
    const teacher = await addTeacher(app.context);
    const other = await addTeacher(app.context);
    const student = await addStudent(app.context);
    const path = pathOf(teacher);
    expect((await app.call("PUT", path, { body: { availableTimeSlots: [] } })).status).toBe(401);
    expect((await put(teacher, [], other.token)).status).toBe(403);
    expect((await put(teacher, [], student.token)).status).toBe(403);
    const missing = { ...teacher, profileId: "prf_missing" };
    expect((await put(missing, [], other.token)).status).toBe(403);
  });
});

describe("GET /api/teachers/{id}/timeslots", () => {
  it("is available to everyone who is logged in", async () => {
    const teacher = await addTeacher(app.context);
    const student = await addStudent(app.context);
    await put(teacher, [monday]);
    expect((await app.call("GET", pathOf(teacher))).status).toBe(401);
    const { status, body } = await app.call("GET", pathOf(teacher), { token: student.token });
    expect(status).toBe(200);
    expect(body.data.availableTimeSlots).toMatchObject([{ ...monday, isBooked: false }]);
    const none = await app.call("GET", pathOf(student), { token: student.token });
    expect(none.status).toBe(404);
  });
});
