import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { maxTrialNote } from "#lib/trials/trials.rules.ts";
import { maxUpcomingTrials, trialMessages } from "#lib/trials/trials.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { timeSlots } from "#server/db/tables/people.table.ts";
import { trialLessons } from "#server/db/tables/trials.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { listTimeSlots } from "#server/people/people.ts";
import { endPastTrials, listTrialTimes } from "#server/trials/trials.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { hashPassword } from "../../support/password.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { password } from "../accounts/browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());
beforeEach(() => {
  app.mails.length = 0;
  // A Wednesday. Cairo is two hours ahead of UTC.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-03-03T10:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const friday = { day: "Friday", startTime: "17:00", endTime: "18:00" };

/** A teacher in Cairo who offers trial lessons in these slots. */
async function addOffer(slots: object[] = [friday], timeZone = "Africa/Cairo") {
  const teacher = await addTeacher(app.context, { timeZone, offersTrials: true });
  const { body } = await app.call("PUT", `/api/teachers/${teacher.profileId}/timeslots`, {
    token: teacher.token,
    body: { availableTimeSlots: slots },
  });
  return { teacher, slots: body.data.availableTimeSlots as { _id: string }[] };
}

const book = (student: Person, slotId: string | undefined) =>
  app.call("POST", "/api/trials", { token: student.token, body: { slotId } });
const cancel = (person: Person, id: string) =>
  app.call("DELETE", `/api/trials/${id}`, { token: person.token });
const listOf = async (person: Person) =>
  (await app.call("GET", "/api/trials", { token: person.token })).body.data;
const isBooked = async (slotId: string | undefined) => {
  const [slot] = await app.context.db
    .select()
    .from(timeSlots)
    .where(eq(timeSlots.id, slotId ?? ""));
  return slot?.isBooked;
};
const mailsTo = ({ email }: Person) => app.mails.filter(({ to }) => to === email);
const readEvent = (text: string | undefined) =>
  new ICAL.Event(
    new ICAL.Component(ICAL.parse(text ?? "")).getFirstSubcomponent("vevent") ?? undefined,
  );

describe("booking a trial lesson", () => {
  it("takes the slot at its next time, and both people see it", async () => {
    const { teacher, slots } = await addOffer();
    const student = await addStudent(app.context, { timeZone: "Asia/Kolkata" });
    const { status, body } = await book(student, slots[0]?._id);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      startTime: "2027-03-05T15:00:00.000Z",
      endTime: "2027-03-05T16:00:00.000Z",
      timeZone: "Africa/Cairo",
      teacher: { _id: teacher.profileId },
      student: { _id: student.profileId },
    });
    expect(await isBooked(slots[0]?._id)).toBe(true);
    expect(await listOf(teacher)).toEqual([body.data]);
    expect(await listOf(student)).toEqual([body.data]);
    const kept = await app.call("PUT", `/api/teachers/${teacher.profileId}/timeslots`, {
      token: teacher.token,
      body: { availableTimeSlots: [] },
    });
    expect(kept.status).toBe(409);
  });

  it("keeps the student's note for the two of them, until the account is deleted", async () => {
    const { teacher, slots } = await addOffer();
    const student = await addStudent(app.context);
    const write = (note: string) =>
      app.call("POST", "/api/trials", {
        token: student.token,
        body: { slotId: slots[0]?._id, note },
      });
    const tooLong = await write("n".repeat(maxTrialNote + 1));
    expect(tooLong.status).toBe(400);
    expect(tooLong.body.errors).toMatchObject([{ field: "note" }]);
    const { body } = await write("  She reads\nfrom page 20. ");
    expect(body.data.note).toBe("She reads\nfrom page 20.");
    expect(await listOf(teacher)).toMatchObject([{ note: "She reads\nfrom page 20." }]);
    await app.context.db
      .update(users)
      .set({ passwordHash: await hashPassword(password) })
      .where(eq(users.id, student.userId));
    const deletion = await app.call("DELETE", "/api/users/me", {
      token: student.token,
      body: { currentPassword: password },
    });
    expect(deletion.status).toBe(200);
    const [row] = await app.context.db
      .select()
      .from(trialLessons)
      .where(eq(trialLessons.id, body.data._id));
    expect(row).toMatchObject({ status: "cancelled", note: null });
  });

  it("emails both people with times in their own clock formats", async () => {
    const { teacher, slots } = await addOffer();
    const student = await addStudent(app.context, { timeZone: "Africa/Cairo" });
    const body = { slotId: slots[0]?._id };
    const headers = { cookie: "clock=24" };
    await app.context.db
      .update(users)
      .set({ hourCycle: "h12" })
      .where(eq(users.id, student.userId));
    await app.call("POST", "/api/trials", { token: student.token, body, headers });
    await app.context.jobs.drain();
    expect(mailsTo(student)[0]?.text).toContain("5:00 PM");
    expect(mailsTo(student)[0]?.text).not.toContain("17:00");
    expect(mailsTo(teacher)[0]?.text).toContain("17:00");
    expect(mailsTo(teacher)[0]?.text).not.toContain("PM");
  });

  it("emails both people in their own time zones, with a calendar entry", async () => {
    const { teacher, slots } = await addOffer();
    const student = await addStudent(app.context, { timeZone: "Asia/Kathmandu" });
    const { body } = await book(student, slots[0]?._id);
    await app.context.jobs.drain();
    const [toStudent] = mailsTo(student);
    const [toTeacher] = mailsTo(teacher);
    expect(toStudent?.text).toContain("Fri, Mar 5, 20:45");
    expect(toStudent?.text).toContain("Fri, Mar 5, 17:00");
    expect(toTeacher?.text).toContain("Fri, Mar 5, 17:00");
    for (const mail of [toStudent, toTeacher]) {
      expect(mail?.invitation?.method).toBe("REQUEST");
      const event = readEvent(mail?.invitation?.text);
      expect(event.uid).toBe(`${body.data._id}@localhost`);
      expect(event.startDate.toJSDate()).toEqual(new Date(body.data.startTime));
    }
  });

  it("notifies the guardian of a child too", async () => {
    const { slots } = await addOffer();
    const child = await addStudent(app.context, {
      age: 10,
      parentGuardianName: "Maryam",
      parentGuardianContact: "maryam@example.org",
    });
    const { body } = await book(child, slots[0]?._id);
    await app.context.jobs.drain();
    const [copy] = app.mails.filter(({ to }) => to === "maryam@example.org");
    expect(copy?.text).toContain("Assalamu alaikum Maryam,");
    expect(copy?.text).toContain("and it's free.");
    expect(readEvent(copy?.invitation?.text).uid).toBe(`${body.data._id}@localhost`);
  });

  it("requires enough notice for the teacher", async () => {
    // Two hours before the slot starts in Cairo.
    vi.setSystemTime("2027-03-05T13:00:00Z");
    const { slots } = await addOffer();
    const { body } = await book(await addStudent(app.context), slots[0]?._id);
    expect(body.data.startTime).toBe("2027-03-12T15:00:00.000Z");
  });

  it.each([
    // The Fridays before and after each zone changes its clocks. Karachi, Kolkata and Kathmandu
    // don't change theirs.
    ["Africa/Cairo", "2027-04-24T00:00:00Z", "2027-04-30T14:00:00.000Z"],
    ["Africa/Cairo", "2027-10-27T00:00:00Z", "2027-10-29T15:00:00.000Z"],
    ["Europe/London", "2027-03-24T00:00:00Z", "2027-03-26T17:00:00.000Z"],
    ["Europe/London", "2027-03-29T00:00:00Z", "2027-04-02T16:00:00.000Z"],
    ["America/New_York", "2027-03-09T00:00:00Z", "2027-03-12T22:00:00.000Z"],
    ["America/New_York", "2027-03-16T00:00:00Z", "2027-03-19T21:00:00.000Z"],
    ["Asia/Karachi", "2027-03-29T00:00:00Z", "2027-04-02T12:00:00.000Z"],
    ["Asia/Kolkata", "2027-03-29T00:00:00Z", "2027-04-02T11:30:00.000Z"],
    ["Asia/Kathmandu", "2027-03-29T00:00:00Z", "2027-04-02T11:15:00.000Z"],
  ])("converts 17:00 in %s correctly when booked at %s", async (zone, now, start) => {
    vi.setSystemTime(now);
    const { slots } = await addOffer([friday], zone);
    const { body } = await book(await addStudent(app.context), slots[0]?._id);
    expect(body.data.startTime).toBe(start);
  });

  it("gives a slot to only one of many students who book at once", async () => {
    const { slots } = await addOffer();
    const students = await Promise.all(Array.from({ length: 8 }, () => addStudent(app.context)));
    const answers = await Promise.all(students.map((student) => book(student, slots[0]?._id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    for (const { status, body } of answers) {
      if (status === 409) expect(body.message).toBe(trialMessages.taken);
    }
    const rows = await app.context.db
      .select()
      .from(trialLessons)
      .where(eq(trialLessons.slotId, slots[0]?._id ?? ""));
    expect(rows).toHaveLength(1);
  });

  it("gives a student one lesson with a teacher, however many calls arrive at once", async () => {
    const week = ["Monday", "Tuesday", "Wednesday", "Thursday"].map((day) => ({ ...friday, day }));
    const { slots } = await addOffer(week);
    const student = await addStudent(app.context);
    const answers = await Promise.all(slots.map(({ _id }) => book(student, _id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await listOf(student)).toHaveLength(1);
  });

  it("rejects two lessons at the same time, and more lessons than allowed", async () => {
    const student = await addStudent(app.context);
    const atFive = await addOffer([friday]);
    const overlapping = await addOffer([{ ...friday, startTime: "17:30", endTime: "18:30" }]);
    expect((await book(student, atFive.slots[0]?._id)).status).toBe(201);
    const busy = await book(student, overlapping.slots[0]?._id);
    expect(busy).toMatchObject({ status: 409, body: { message: trialMessages.busy } });
    expect(await isBooked(overlapping.slots[0]?._id)).toBe(false);
    for (const day of ["Saturday", "Sunday"].slice(0, maxUpcomingTrials - 1)) {
      const { slots } = await addOffer([{ ...friday, day }]);
      expect((await book(student, slots[0]?._id)).status).toBe(201);
    }
    const { slots } = await addOffer([{ ...friday, day: "Monday" }]);
    const tooMany = await book(student, slots[0]?._id);
    expect(tooMany).toMatchObject({ status: 409, body: { message: trialMessages.tooMany } });
  });

  it("uses the first week without a class at that time, and is rejected if there is none", async () => {
    const { teacher, slots } = await addOffer();
    const courseId = await addCourse(app.context, teacher);
    const week = 7 * 24 * 60 * 60 * 1000;
    const holdClass = async (weeks: number) => {
      const startsAt = new Date(Date.parse("2027-03-05T15:30:00Z") + weeks * week);
      const endsAt = new Date(startsAt.getTime() + 60 * 60 * 1000);
      await app.context.db.insert(classes).values({
        courseId,
        teacherId: teacher.profileId,
        plannedStart: startsAt,
        startsAt,
        endsAt,
      });
    };
    await holdClass(0);
    const shown = await listTrialTimes(
      app.context,
      { _id: teacher.profileId, timeZone: "Africa/Cairo" },
      await listTimeSlots(app.context, undefined, teacher.profileId),
    );
    expect(shown).toEqual([
      { slotId: slots[0]?._id, start: "2027-03-12T15:00:00.000Z", minutes: 60 },
    ]);
    const student = await addStudent(app.context);
    const { body } = await book(student, slots[0]?._id);
    expect(body.data.startTime).toBe("2027-03-12T15:00:00.000Z");
    await cancel(student, body.data._id);
    for (let weeks = 1; weeks < 9; weeks += 1) await holdClass(weeks);
    const refused = await book(await addStudent(app.context), slots[0]?._id);
    expect(refused).toMatchObject({ status: 409, body: { message: trialMessages.inClass } });
    expect(await isBooked(slots[0]?._id)).toBe(false);
  });

  it("is rejected when the time shown to the student is no longer the next one", async () => {
    const { slots } = await addOffer();
    const student = await addStudent(app.context);
    const ask = (startTime: string) =>
      app.call("POST", "/api/trials", {
        token: student.token,
        body: { slotId: slots[0]?._id, startTime },
      });
    const late = await ask("2027-03-12T15:00:00.000Z");
    expect(late).toMatchObject({ status: 409, body: { message: trialMessages.moved } });
    expect((await ask("tomorrow")).status).toBe(400);
    expect((await ask("2027-03-05T15:00:00.000Z")).status).toBe(201);
  });

  it("creates a lesson that ends after it starts on the day of a daylight saving change", async () => {
    vi.setSystemTime("2027-03-12T10:00:00Z");
    const night = { day: "Sunday", startTime: "02:15", endTime: "03:00" };
    const { slots } = await addOffer([night], "America/New_York");
    const { status, body } = await book(await addStudent(app.context), slots[0]?._id);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      startTime: "2027-03-14T07:15:00.000Z",
      endTime: "2027-03-14T08:00:00.000Z",
    });
  });

  it("is rejected when none is offered, and for teachers and children without a guardian", async () => {
    const { teacher, slots } = await addOffer();
    const slotId = slots[0]?._id;
    expect((await book(teacher, slotId)).status).toBe(403);
    expect((await app.call("POST", "/api/trials", { body: { slotId } })).status).toBe(401);
    const child = await addStudent(app.context, { age: 9, parentGuardianName: null });
    expect(await book(child, slotId)).toMatchObject({
      status: 400,
      body: { errors: [{ field: "parentGuardianName" }, { field: "parentGuardianContact" }] },
    });
    const student = await addStudent(app.context);
    expect((await book(student, "slt_missing")).status).toBe(404);
    expect((await book(student, undefined)).status).toBe(400);
    await app.call("PATCH", `/api/teachers/${teacher.profileId}`, {
      token: teacher.token,
      body: { offersTrials: false },
    });
    const refused = await book(student, slotId);
    expect(refused).toMatchObject({ status: 409, body: { message: trialMessages.notOffered } });
  });
});

describe("a booked trial lesson", () => {
  it("blocks its time for the teacher's classes, and the error names the student", async () => {
    const { teacher, slots } = await addOffer();
    const student = await addStudent(app.context, { name: "Sana Malik" });
    await book(student, slots[0]?._id);
    const course = courseInput({
      price: 0,
      status: "published",
      startDate: "2027-03-04",
      endDate: "2027-03-20",
      schedule: [{ day: "Friday", startTime: "17:30", endTime: "18:30" }],
    });
    const send = (method: string, path: string, body: object) =>
      app.call(method, path, { token: teacher.token, body });
    const words =
      "This time overlaps with your trial lesson with Sana Malik (Fri, Mar 5, 17:00 GMT+2).";
    const refused = await send("POST", "/api/courses", course);
    expect(refused).toMatchObject({
      status: 409,
      body: { message: words, errors: [{ field: "schedule", message: words }] },
    });
    const draft = await send("POST", "/api/courses", { ...course, status: "draft" });
    const path = `/api/courses/${draft.body.data._id}`;
    expect((await send("PUT", path, { status: "published" })).body.message).toBe(words);
    const later = [{ day: "Friday", startTime: "18:00", endTime: "19:00" }];
    expect((await send("PUT", path, { status: "published", schedule: later })).status).toBe(200);
    const [first] = await app.context.db
      .select()
      .from(classes)
      .where(eq(classes.courseId, draft.body.data._id))
      .orderBy(classes.startsAt)
      .limit(1);
    const moved = await send("PATCH", `/api/classes/${first?.id}`, {
      date: "2027-03-05",
      startTime: "16:30",
      endTime: "17:30",
    });
    expect(moved).toMatchObject({
      status: 409,
      body: { errors: [{ field: "startTime", message: words }] },
    });
  });
});

describe("canceling a trial lesson", () => {
  it.each(["teacher", "student"] as const)("frees the slot when the %s cancels", async (who) => {
    const { teacher, slots } = await addOffer();
    const student = await addStudent(app.context);
    const id = (await book(student, slots[0]?._id)).body.data._id;
    await app.context.jobs.drain();
    app.mails.length = 0;
    expect((await cancel(who === "teacher" ? teacher : student, id)).status).toBe(200);
    expect((await cancel(teacher, id)).status).toBe(404);
    expect(await isBooked(slots[0]?._id)).toBe(false);
    expect(await listOf(student)).toEqual([]);
    await app.context.jobs.drain();
    for (const person of [teacher, student]) {
      const [mail] = mailsTo(person);
      expect(mail?.invitation?.method).toBe("CANCEL");
      expect(readEvent(mail?.invitation?.text)).toMatchObject({
        uid: `${id}@localhost`,
        sequence: 1,
      });
    }
    expect((await book(student, slots[0]?._id)).status).toBe(201);
  });

  it("is possible only for its participants", async () => {
    const { slots } = await addOffer();
    const id = (await book(await addStudent(app.context), slots[0]?._id)).body.data._id;
    for (const stranger of [await addStudent(app.context), await addTeacher(app.context)]) {
      expect((await cancel(stranger, id)).status).toBe(404);
    }
    expect(await isBooked(slots[0]?._id)).toBe(true);
  });
});

describe("a past trial lesson", () => {
  it("frees its slot for other students", async () => {
    const { teacher, slots } = await addOffer();
    const student = await addStudent(app.context);
    await book(student, slots[0]?._id);
    await endPastTrials(app.context);
    expect(await isBooked(slots[0]?._id)).toBe(true);
    vi.setSystemTime("2027-03-05T16:00:00Z");
    await endPastTrials(app.context);
    // The access tokens were issued on that day.
    vi.setSystemTime("2027-03-03T10:00:00Z");
    expect(await isBooked(slots[0]?._id)).toBe(false);
    expect(await listOf(teacher)).toEqual([]);
    const again = await book(student, slots[0]?._id);
    expect(again).toMatchObject({ status: 409, body: { message: trialMessages.once } });
    expect((await book(await addStudent(app.context), slots[0]?._id)).status).toBe(201);
  });
});

it("a trial lesson lets its participants message each other", async () => {
  const { teacher, slots } = await addOffer();
  const student = await addStudent(app.context);
  const contactsOf = async ({ token }: Person) =>
    (await app.call("GET", "/api/messages/contacts", { token })).body.data;
  expect(await contactsOf(student)).toEqual([]);
  await book(student, slots[0]?._id);
  expect(await contactsOf(student)).toMatchObject([
    { profileId: teacher.profileId, canWrite: true },
  ]);
  expect(await contactsOf(teacher)).toMatchObject([
    { profileId: student.profileId, canWrite: true },
  ]);
});
