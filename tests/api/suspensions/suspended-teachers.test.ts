/** A suspended teacher can't be found, booked, met or written to. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { trialLessons } from "#server/db/tables/trials.table.ts";
import { joinMeeting } from "#server/meetings/meetings.ts";
import { writeSitemap } from "#server/seo/sitemap.ts";
import { endDueSuspensions } from "#server/suspensions/end-suspensions.ts";
import { hideMissedCourses } from "#server/suspensions/hide-courses.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment, addPastMeeting } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";
import { converse } from "../messages/converse.ts";

let app: TestApp;
let moderator: StaffPerson;
let queued: QueuedMail[];
beforeAll(async () => {
  app = await createTestApp();
  queued = keepQueuedMails(app);
  moderator = await addStaffPerson(app.context, "moderator");
});
afterAll(() => app.close());

const { addClass, open, send } = converse(() => app);

const reason = "A concern that is being looked into.";
const until = new Date(Date.now() + 7 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);

const staffCall = (path: string, body: object = { reason }) =>
  app.call("POST", `/api/staff${path}`, { token: moderator.token, body });

const suspend = async ({ userId }: Person) => {
  const answer = await staffCall(`/people/${userId}/suspend`, { reason, until, seenSince: null });
  expect(answer.status).toBe(200);
};

const reinstate = ({ userId }: Person) => staffCall(`/people/${userId}/reinstate`);

const readCourse = async (courseId: string) =>
  (await app.context.db.select().from(courses).where(eq(courses.id, courseId)))[0];

/** A teacher with an open slot for trial lessons. */
async function addOffer(name: string) {
  const teacher = await addTeacher(app.context, { name, offersTrials: true });
  const { body } = await app.call("PUT", `/api/teachers/${teacher.profileId}/timeslots`, {
    token: teacher.token,
    body: { availableTimeSlots: [{ day: "Friday", startTime: "17:00", endTime: "18:00" }] },
  });
  const slotId: string = body.data.availableTimeSlots[0]._id;
  const book = ({ token }: Person) =>
    app.call("POST", "/api/trials", { token, body: { slotId } }).then(({ status }) => status);
  return { teacher, book };
}

describe("a suspended teacher", () => {
  it("is in no list, search, sitemap or page until the suspension ends", async () => {
    const { teacher } = await addOffer("Zakariyya Unfindable");
    const { token } = await addStudent(app.context);
    const path = `/api/teachers/${teacher.profileId}`;
    const find = async () => ({
      search: (await app.call("GET", "/api/teachers?search=unfindable")).body.data.teachers.length,
      page: (await app.call("GET", path)).status,
      slots: (await app.call("GET", `${path}/timeslots`, { token })).status,
      account: (await app.call("GET", `/api/users/authUser/${teacher.userId}`)).status,
      sitemap: (await writeSitemap(app.context)).includes(`/teachers/${teacher.profileId}`),
    });
    const shown = { search: 1, page: 200, slots: 200, account: 200, sitemap: true };
    const absent = { search: 0, page: 404, slots: 404, account: 404, sitemap: false };
    expect(await find()).toEqual(shown);
    await suspend(teacher);
    expect(await find()).toEqual(absent);
    await app.context.db
      .update(users)
      .set({ suspendedUntil: new Date(Date.now() - 1_000) })
      .where(eq(users.id, teacher.userId));
    expect(await find()).toEqual(shown);
  });

  it("can still be reported", async () => {
    const teacher = await addTeacher(app.context);
    const { token } = await addStudent(app.context);
    await suspend(teacher);
    const body = { about: "profile", category: "harassment", details: "There is more." };
    const report = (id: string) =>
      app.call("POST", "/api/reports", { token, body: { ...body, id } });
    expect((await report(teacher.profileId)).status).toBe(201);
    expect((await report("prf_missing")).status).toBe(404);
  });

  it("has cached pages that are purged when the suspension begins, when staff end it, and on its date", async () => {
    const { teacher } = await addOffer("Cached Teacher");
    const purge = vi.spyOn(app.context, "purgePages");
    const purged = () => {
      const tags = purge.mock.calls.flat(2);
      purge.mockClear();
      return ["teachers", `teacher:${teacher.profileId}`].every((tag) => tags.includes(tag));
    };
    await suspend(teacher);
    expect(purged()).toBe(true);
    await reinstate(teacher);
    expect(purged()).toBe(true);
    await suspend(teacher);
    purge.mockClear();
    await app.context.db
      .update(users)
      .set({ suspendedUntil: new Date(Date.now() - 1_000) })
      .where(eq(users.id, teacher.userId));
    await endDueSuspensions(app.context);
    expect(purged()).toBe(true);
    purge.mockRestore();
  });

  it("loses upcoming trial lessons and can't be booked for new ones", async () => {
    const { teacher, book } = await addOffer("Booked Teacher");
    const child = await addStudent(app.context);
    expect(await book(child)).toBe(201);
    queued.length = 0;
    await suspend(teacher);
    const [lesson] = await app.context.db
      .select()
      .from(trialLessons)
      .where(eq(trialLessons.teacherId, teacher.profileId));
    expect(lesson?.status).toBe("cancelled");
    expect(queued.filter(({ to }) => to === child.email)).toHaveLength(1);
    expect(await book(await addStudent(app.context))).toBe(404);
    expect((await reinstate(teacher)).status).toBe(200);
    expect(await book(await addStudent(app.context))).toBe(201);
  });

  it("can't be met in a room or messaged, and both are possible again afterward", async () => {
    const { teacher, student, courseId } = await addClass();
    const meetingId = await addPastMeeting(app.context, teacher, courseId);
    const providerJoinUrl = "https://meet.example/room";
    await app.context.db
      .update(meetings)
      .set({ providerJoinUrl })
      .where(eq(meetings.id, meetingId));
    const threadId = await open(student, teacher);
    const join = () => joinMeeting(app.context, student.actor, meetingId);
    expect(await join()).toBe(providerJoinUrl);
    await suspend(teacher);
    await expect(join()).rejects.toMatchObject({ code: "conflict" });
    expect((await send(student, threadId, "Are you there?")).status).toBe(403);
    await reinstate(teacher);
    expect(await join()).toBe(providerJoinUrl);
    expect((await send(student, threadId, "Are you there?")).status).toBe(201);
  });
});

describe("the students of a suspended teacher", () => {
  const guardian = "safiya.guardian@example.org";

  async function addTaught() {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher, { title: "Calm tajweed", price: 40 });
    const adult = await addStudent(app.context, { age: 30 });
    const child = await addStudent(app.context, {
      age: 9,
      parentGuardianName: "Safiya",
      parentGuardianContact: guardian,
    });
    for (const student of [adult, child]) await addEnrollment(app.context, student, courseId);
    return { teacher, adult, child };
  }

  /** The subjects of the emails to the people since the last call. */
  const subjectsTo = (...addresses: string[]) => {
    const sent = queued.splice(0);
    return addresses.map((address) =>
      sent.filter(({ to }) => to === address).map(({ subject }) => subject),
    );
  };

  const readAffected = async ({ userId }: Person) => {
    const { token } = moderator;
    return (await app.call("GET", `/api/staff/people/${userId}`, { token })).body.data.affected;
  };

  it("are counted before staff choose, and notified of the pause and its end without the reason", async () => {
    const { teacher, adult, child } = await addTaught();
    const { students, classes } = await readAffected(teacher);
    expect(students).toBe(2);
    expect(classes).toBeGreaterThan(0);
    expect(await readAffected(adult)).toBeNull();
    queued.length = 0;
    await suspend(teacher);
    for (const { to, text } of queued) if (to !== teacher.email) expect(text).not.toContain(reason);
    const paused = "Classes of Calm tajweed are paused";
    expect(subjectsTo(adult.email, child.email, guardian)).toEqual([
      [paused],
      [paused],
      [expect.stringContaining(paused)],
    ]);
    await app.context.db
      .update(users)
      .set({ suspendedUntil: new Date(Date.now() - 1_000) })
      .where(eq(users.id, teacher.userId));
    await endDueSuspensions(app.context);
    await endDueSuspensions(app.context);
    const resumed = "Classes of Calm tajweed resume";
    expect(subjectsTo(adult.email, child.email)).toEqual([[resumed], [resumed]]);
  });

  it("get only the email about the refund if their course is canceled", async () => {
    const { teacher, adult } = await addTaught();
    queued.length = 0;
    const body = { reason, until, seenSince: null, refundStudents: true };
    expect((await staffCall(`/people/${teacher.userId}/suspend`, body)).status).toBe(200);
    const [toAdult] = subjectsTo(adult.email);
    expect(toAdult).toHaveLength(1);
    expect(toAdult?.[0]).not.toContain("paused");
    await reinstate(teacher);
    expect(subjectsTo(adult.email)).toEqual([[]]);
  });
});

describe("a suspended student", () => {
  it("who is an adult is in no list and has no page", async () => {
    const student = await addStudent(app.context, { name: "Yahya Unfindable", age: 30 });
    const path = `/api/students/${student.profileId}`;
    const find = async () => [
      (await app.call("GET", "/api/students?search=unfindable")).body.data.students.length,
      (await app.call("GET", path)).status,
    ];
    expect(await find()).toEqual([1, 200]);
    await suspend(student);
    expect(await find()).toEqual([0, 404]);
  });
});

describe("a course of a suspended teacher", () => {
  it("that staff show again is shown only when the suspension ends", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher, { price: 0 });
    await staffCall(`/courses/${courseId}/hide`);
    await suspend(teacher);
    expect((await staffCall(`/courses/${courseId}/show`)).status).toBe(200);
    expect((await app.call("GET", `/api/courses/${courseId}`)).status).toBe(404);
    await reinstate(teacher);
    expect((await app.call("GET", `/api/courses/${courseId}`)).status).toBe(200);
  });

  it("that staff hide as well can't be shown from a page that names only the suspension", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher, { price: 0 });
    await suspend(teacher);
    const seenSince = (await readCourse(courseId))?.hiddenAt?.toISOString();
    expect((await staffCall(`/courses/${courseId}/hide`)).status).toBe(200);
    const body = { reason: "Fine again.", seenSince };
    expect((await staffCall(`/courses/${courseId}/show`, body)).status).toBe(409);
    expect(await readCourse(courseId)).toMatchObject({ hiddenBySuspension: false });
  });

  it("that was being published when the teacher was suspended is hidden within minutes", async () => {
    const teacher = await addTeacher(app.context);
    await suspend(teacher);
    const courseId = await addCourse(app.context, teacher, { price: 0 });
    const other = await addCourse(app.context, await addTeacher(app.context), { price: 0 });
    await hideMissedCourses(app.context);
    expect(await readCourse(courseId)).toMatchObject({ hiddenBySuspension: true });
    expect(await readCourse(other)).toMatchObject({ hiddenAt: null });
    await reinstate(teacher);
    expect(await readCourse(courseId)).toMatchObject({ hiddenAt: null });
  });
});
