import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessions, users } from "#server/db/tables/accounts.table.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { certificates } from "#server/db/tables/learning.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { reviews } from "#server/db/tables/reviews.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment, addPastMeeting } from "../../support/courses.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { createBrowser, join, type Member, password } from "../accounts/browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());

const remove = (token: string, currentPassword = password) =>
  app.call("DELETE", "/api/users/me", { token, body: { currentPassword } });

type Registered = Member & { profileId: string };

async function register(role: "student" | "teacher", fields: object = {}): Promise<Registered> {
  const member = await join(app);
  const body = { name: "Amina Yusuf", country: "Egypt", role, ...fields };
  const answer = await app.call("POST", "/api/auth/register", { token: member.token, body });
  return { ...member, profileId: answer.body.data._id };
}

/** Converts a registered person to the shape that the row factories expect. */
const personOf = ({ id, email, token, profileId }: Registered, role: "student" | "teacher") => ({
  actor: {
    userId: id,
    sessionId: "",
    email,
    name: "Amina Yusuf",
    profile: { id: profileId, role },
  },
  userId: id,
  email,
  token,
  profileId,
});

async function upload({ token }: Member): Promise<string> {
  const image = { width: 400, height: 400, channels: 3 as const, background: "#14532d" };
  const png = await sharp({ create: image }).png().toBuffer();
  const form = new FormData();
  form.set("file", new File([new Uint8Array(png)], "me.png", { type: "image/png" }));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.app.request("/api/media/upload/single", {
    method: "POST",
    headers,
    body: form,
  });
  return ((await answer.json()) as { data: { url: string } }).data.url;
}

describe("deleting an account", () => {
  test("requires the current password and changes nothing without it", async () => {
    const { token } = await register("student");
    const wrong = await remove(token, "a wrong guess");
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors).toEqual([
      { field: "currentPassword", message: "Your current password is not correct." },
    ]);
    expect((await app.call("DELETE", "/api/users/me", { token, body: {} })).status).toBe(400);
    expect((await app.call("GET", "/api/users/me/sessions", { token })).status).toBe(200);
  });

  test("ends every session, releases the email address and notifies the owner", async () => {
    const member = await register("student");
    const { email, token } = member;
    const answer = await remove(token);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).toMatch(/halaqa-session=;.*Max-Age=0/);
    expect((await app.call("GET", "/api/users/me/sessions", { token })).status).toBe(401);
    expect((await member.browser.post("/refresh")).status).toBe(401);
    expect((await createBrowser(app).post("/login", { email, password })).status).toBe(401);
    await app.context.jobs.drain();
    const subjects = app.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(subjects).toContain("Your Halaqa account was deleted");

    const again = await join(app, email);
    expect(again.id).not.toBe(member.id);
    const profile = await app.call("GET", `/api/users/authUser/${again.id}`);
    expect(profile.status).toBe(404);
  });

  test("leaves no personal data in the profile, and no picture", async () => {
    const member = await register("student", {
      phoneNumber: "+20 100 123 4567",
      age: 11,
      parentGuardianName: "Yusuf Rahman",
      parentGuardianContact: "yusuf@example.org",
      learningGoals: ["Short surahs"],
    });
    const url = await upload(member);
    await app.call("PATCH", `/api/students/${member.profileId}`, {
      token: member.token,
      body: { profileImageUrl: url },
    });
    expect((await app.call("GET", url)).status).toBe(200);

    await remove(member.token);
    await app.context.jobs.drain();
    expect((await app.call("GET", url)).status).toBe(404);
    expect((await app.call("GET", `${url}?w=320`)).status).toBe(404);
    expect((await app.call("GET", `/api/students/${member.profileId}`)).status).toBe(404);
    const [profile] = await app.context.db
      .select()
      .from(profiles)
      .where(eq(profiles.id, member.profileId));
    const [user] = await app.context.db.select().from(users).where(eq(users.id, member.id));
    const text = JSON.stringify({ profile, user });
    for (const trace of ["Amina", "Yusuf", "yusuf", "+20", "surahs", "Egypt", member.email]) {
      expect(text).not.toContain(trace);
    }
    expect(profile).toMatchObject({ name: "Former member", age: null, profileImageUrl: null });
  });

  test("removes the person's certificates, which can no longer be verified", async () => {
    const member = await register("student");
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher);
    const studentId = member.profileId;
    await app.context.db.insert(certificates).values({
      code: `code-${studentId}`,
      courseId,
      studentId,
      studentName: "Amina Yusuf",
      courseTitle: "Letters",
      teacherName: "Khalid",
      classesAttended: 8,
      classesHeld: 8,
      minutes: 480,
      quizzesPassed: 0,
    });
    await remove(member.token);
    const left = await app.context.db
      .select()
      .from(certificates)
      .where(eq(certificates.studentId, studentId));
    expect(left).toEqual([]);
  });

  test("keeps reviews but removes their author", async () => {
    const member = await register("student");
    await app.context.db.insert(reviews).values({
      authorId: member.id,
      resourceType: "app",
      resourceId: "halaqa",
      rating: 5,
      content: "A calm place to learn.",
    });
    await remove(member.token);
    const answer = await app.call("GET", "/api/reviews/resource/type/app", {
      headers: { "app-id": "halaqa" },
    });
    const review = JSON.stringify(answer.body);
    expect(review).toContain("A calm place to learn.");
    expect(review).toContain("Former member");
    expect(review).not.toContain("Amina Yusuf");
  });

  test("releases the student's seat in a free course", async () => {
    const teacher = personOf(await register("teacher"), "teacher");
    const courseId = await addCourse(app.context, teacher, { price: 0, maxStudents: 1 });
    const student = await register("student");
    const enrollmentId = await addEnrollment(app.context, personOf(student, "student"), courseId);
    await remove(student.token);
    const [seat] = await app.context.db
      .select()
      .from(enrollments)
      .where(eq(enrollments.id, enrollmentId));
    expect(seat).toMatchObject({ status: "refunded" });
    const next = await addStudent(app.context);
    const answer = await app.call("POST", `/api/enrollment/course/${courseId}/enroll`, {
      token: next.token,
      body: { studentId: next.profileId },
    });
    expect(answer.status).toBe(201);
  });

  test("happens once when it is requested several times at the same time", async () => {
    const { email, token } = await register("student");
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(token)));
    expect(answers.map(({ status }) => status)).toContain(200);
    for (const { status } of answers) expect([200, 400, 401]).toContain(status);
    await app.context.jobs.drain();
    const notices = app.mails.filter(
      ({ to, subject }) => to === email && subject === "Your Halaqa account was deleted",
    );
    expect(notices).toHaveLength(1);
    expect((await remove(token)).status).toBe(401);
  });

  test("works before the profile is complete", async () => {
    const member = await join(app);
    expect((await remove(member.token)).status).toBe(200);
    const live = await app.context.db.select().from(sessions).where(eq(sessions.userId, member.id));
    expect(live).toEqual([]);
  });
});

describe("a teacher's account", () => {
  const day = 24 * 60 * 60 * 1000;
  const dateIn = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

  test("cannot be deleted while an unfinished course has students, and the error says what to do", async () => {
    const member = await register("teacher");
    const teacher = personOf(member, "teacher");
    const dates = { startDate: dateIn(-7), endDate: dateIn(30) };
    const courseId = await addCourse(app.context, teacher, { title: "Letters", ...dates });
    const student = await addStudent(app.context);
    const enrollmentId = await addEnrollment(app.context, student, courseId);
    const refused = await remove(member.token);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(
      "Students are enrolled in “Letters”. Refund their enrollments, or wait until this course has ended. Then you can delete your account.",
    );
    expect((await app.call("GET", `/api/courses/${courseId}`)).status).toBe(200);

    await app.call("POST", `/api/enrollment/${enrollmentId}/refund`, { token: member.token });
    expect((await remove(member.token)).status).toBe(200);
  });

  test("cannot be deleted while a paid course would still be in progress as it was sold", async () => {
    const member = await register("teacher");
    const teacher = personOf(member, "teacher");
    const past = { startDate: dateIn(-30), endDate: dateIn(-3) };
    const courseId = await addCourse(app.context, teacher, past);
    const enrollmentId = await addEnrollment(app.context, await addStudent(app.context), courseId);
    const setSeat = (values: Partial<typeof enrollments.$inferInsert>) =>
      app.context.db.update(enrollments).set(values).where(eq(enrollments.id, enrollmentId));
    const soon = new Date(Date.now() + 3 * day);

    await setSeat({ amountCents: 4000, soldEnd: soon });
    expect((await remove(member.token)).status).toBe(409);
    await setSeat({ soldEnd: new Date(), refundableUntil: soon });
    expect((await remove(member.token)).status).toBe(409);
    await setSeat({ refundableUntil: new Date() });
    expect((await remove(member.token)).status).toBe(200);
  });

  test("cannot be deleted while students have an upcoming class after the last day", async () => {
    const member = await register("teacher");
    const teacher = personOf(member, "teacher");
    const past = { startDate: dateIn(-30), endDate: dateIn(-3) };
    const courseId = await addCourse(app.context, teacher, past);
    await addEnrollment(app.context, await addStudent(app.context), courseId);
    const startsAt = new Date(Date.now() + 3 * day);
    const endsAt = new Date(startsAt.getTime() + 60 * 60 * 1000);
    const planned = { courseId, teacherId: teacher.profileId, plannedStart: startsAt };
    await app.context.db.insert(classes).values({ ...planned, startsAt, endsAt });
    expect((await remove(member.token)).status).toBe(409);
    await app.context.db.update(classes).set({ status: "cancelled" });
    expect((await remove(member.token)).status).toBe(200);
  });

  test("can be deleted once every course has ended, and past courses stay without the teacher's name", async () => {
    const member = await register("teacher", { bio: "Nine years of tajweed." });
    const teacher = personOf(member, "teacher");
    const over = await addCourse(app.context, teacher, {
      startDate: dateIn(-60),
      endDate: dateIn(-3),
    });
    const untouched = await addCourse(app.context, teacher);
    const student = await addStudent(app.context);
    await addEnrollment(app.context, student, over);
    await addPastMeeting(app.context, teacher, over, [student]);

    expect((await remove(member.token)).status).toBe(200);
    const rows = await app.context.db
      .select({ id: courses.id, status: courses.status })
      .from(courses)
      .where(eq(courses.teacherId, member.profileId));
    expect(rows).toEqual([{ id: over, status: "archived" }]);
    expect((await app.call("GET", `/api/courses/${untouched}`)).status).toBe(404);
    const own = await app.call("GET", `/api/courses/${over}`, { token: student.token });
    expect(own.body.data.teacherId.name).toBe("Former member");
    expect((await app.call("GET", `/api/teachers/${member.profileId}`)).status).toBe(404);
  });

  test("never leaves a student in a course without a teacher when the student enrolls during the deletion", async () => {
    const member = await register("teacher");
    const courseId = await addCourse(app.context, personOf(member, "teacher"), {
      price: 0,
      startDate: dateIn(3),
      endDate: dateIn(30),
      maxStudents: 20,
    });
    const students = await Promise.all(Array.from({ length: 6 }, () => addStudent(app.context)));
    const enrolling = students.map(({ token, profileId }) =>
      app.call("POST", `/api/enrollment/course/${courseId}/enroll`, {
        token,
        body: { studentId: profileId },
      }),
    );
    const [removal, ...answers] = await Promise.all([remove(member.token), ...enrolling]);
    const enrolled = answers.filter(({ status }) => status === 201).length;
    if (removal.status === 200) expect(enrolled).toBe(0);
    else
      expect({ status: removal.status, some: enrolled > 0 }).toEqual({ status: 409, some: true });
    for (const { status } of answers) expect([201, 404]).toContain(status);
  });
});
