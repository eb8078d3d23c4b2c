/** What the settings allow unverified teachers to do. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SettingInput } from "#lib/settings/settings.ts";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";
import { vettingActions } from "./support.ts";

let app: TestApp;
let owner: StaffPerson;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "20" } });
  owner = await addStaffPerson(app.context, "owner");
});
afterAll(() => app.close());

const { addVerified, call } = vettingActions(() => app);

const byDefault = { unverifiedMayPublish: true, minorsNeedVerified: false };
async function set(value: SettingInput<"vetting">): Promise<void> {
  const { token } = owner;
  const { body } = await app.call("GET", "/api/staff/settings", { token });
  const options = { token, body: { value, seenAt: body.data.changedAt.vetting ?? null } };
  const { status } = await app.call("PUT", "/api/staff/settings/vetting", options);
  expect(status).toBe(200);
}
beforeEach(() => set(byDefault));

const publish = ({ token }: Person) =>
  app.call("POST", "/api/courses", { token, body: courseInput({ status: "published" }) });

const enroll = ({ token, profileId }: Person, courseId: string) =>
  app.call("POST", `/api/enrollment/course/${courseId}/enroll`, {
    token,
    body: { studentId: profileId },
  });

describe("publishing", () => {
  it("is possible without a verification by default", async () => {
    expect((await publish(await addTeacher(app.context))).status).toBe(201);
  });

  it("requires a verification if staff decided so, for new courses and drafts", async () => {
    const teacher = await addTeacher(app.context);
    const saved = await app.call("POST", "/api/courses", {
      token: teacher.token,
      body: courseInput({ status: "draft" }),
    });
    await set({ ...byDefault, unverifiedMayPublish: false });
    const message =
      "Only verified teachers can publish courses. Save this course as a draft, and submit your credentials for verification from your dashboard.";
    const created = await publish(teacher);
    expect([created.status, created.body.message]).toEqual([409, message]);
    expect(created.body.errors).toEqual([{ field: "status", message }]);
    const edited = await app.call("PUT", `/api/courses/${saved.body.data._id}`, {
      token: teacher.token,
      body: { status: "published" },
    });
    expect([edited.status, edited.body.message]).toEqual([409, message]);
    expect((await call(teacher, "GET", "/")).body.data.limits).toEqual({
      publishing: true,
      minors: false,
    });
    expect((await publish(await addVerified(owner))).status).toBe(201);
  });

  it("remains possible when a course that was published before is edited", async () => {
    const teacher = await addTeacher(app.context);
    const { body } = await publish(teacher);
    await set({ ...byDefault, unverifiedMayPublish: false });
    const edited = await app.call("PUT", `/api/courses/${body.data._id}`, {
      token: teacher.token,
      body: { title: "Another title" },
    });
    expect(edited.status).toBe(200);
  });
});

describe("teaching minors", () => {
  const minor = { age: 15 };

  it("is possible without a verification by default", async () => {
    const course = await addCourse(app.context, await addTeacher(app.context));
    expect((await enroll(await addStudent(app.context, minor), course)).status).toBe(201);
  });

  it("requires a verification if staff decided so, and adults can still enroll", async () => {
    const course = await addCourse(app.context, await addTeacher(app.context));
    const verified = await addCourse(app.context, await addVerified(owner));
    await set({ ...byDefault, minorsNeedVerified: true });
    const student = await addStudent(app.context, minor);
    const refused = await enroll(student, course);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Only verified teachers can teach students under 18, and this teacher isn't verified yet. Please choose a verified teacher.",
    ]);
    expect((await enroll(student, verified)).status).toBe(201);
    expect((await enroll(await addStudent(app.context), course)).status).toBe(201);
  });

  it("counts students without an age as minors, and says what they can do", async () => {
    const course = await addCourse(app.context, await addTeacher(app.context));
    await set({ ...byDefault, minorsNeedVerified: true });
    const refused = await enroll(await addStudent(app.context, { age: null }), course);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "This teacher isn't verified yet, so only adults can enroll. If you're 18 or older, enter your age in your profile.",
    ]);
  });

  it("covers the waiting list and trial lessons", async () => {
    const teacher = await addTeacher(app.context, { offersTrials: true });
    const course = await addCourse(app.context, teacher, { maxStudents: 1 });
    await enroll(await addStudent(app.context), course);
    await app.call("PUT", `/api/teachers/${teacher.profileId}/timeslots`, {
      token: teacher.token,
      body: { availableTimeSlots: [{ day: "Monday", startTime: "08:00", endTime: "09:00" }] },
    });
    await set({ ...byDefault, minorsNeedVerified: true });
    const student = await addStudent(app.context, minor);
    const { token } = student;
    const slots = await app.call("GET", `/api/teachers/${teacher.profileId}/timeslots`, { token });
    const [slot] = slots.body.data.availableTimeSlots;
    const booked = await app.call("POST", "/api/trials", { token, body: { slotId: slot._id } });
    const waiting = await app.call("POST", `/api/enrollment/course/${course}/waiting-list`, {
      token,
    });
    for (const answer of [booked, waiting]) {
      expect([answer.status, answer.body.message]).toEqual([
        409,
        expect.stringContaining("Only verified teachers can teach students under 18"),
      ]);
    }
  });
});
