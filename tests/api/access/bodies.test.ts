/** Fields of a request body that the server must ignore, tested over HTTP with two processes. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { courses, enrollments, profiles, users } from "#server/db/schema.ts";
import { addCourse } from "../../support/courses.ts";
import { addAccount, addStudent, addTeacher } from "../../support/people.ts";
import { newEmail, password } from "../accounts/browser.ts";
import { type Deployment, startDeployment } from "../accounts/deployment.ts";
import { statusesOf, times, turn } from "../accounts/http/people.ts";

let site: Deployment;
beforeAll(async () => {
  site = await startDeployment();
});
afterAll(() => site?.close());

/** Fields that a client might try to set but that only the server may set. */
const forgedFields = {
  _id: "prf_forged",
  id: "prf_forged",
  userId: "usr_forged",
  email: "forged@example.org",
  verified: true,
  featured: true,
  rating: 5,
  ratingSum: 500,
  ratingCount: 100,
  reviewCount: 100,
  studentsCount: 99,
  lessonsCompleted: 99,
  quizzesPassed: 99,
  totalHours: 99,
  registrationDate: "2015-01-01T00:00:00.000Z",
  createdAt: "2015-01-01T00:00:00.000Z",
  chargesEnabled: true,
  isAdmin: true,
};

/** Adds keys to the JSON body that an object literal can't express, such as `__proto__`. */
const poisoned = (body: object): string =>
  JSON.stringify(body).replace(
    /^\{/,
    '{"__proto__":{"isAdmin":true,"role":"teacher"},"constructor":{"prototype":{"isAdmin":true}},',
  );

const person = { name: "Yusuf Mansour", country: "Egypt" };

async function register(token: string, body: object, at: 0 | 1 = 0) {
  return site.browser().call("POST", "/auth/register", { token, body: poisoned(body), at });
}

describe("a registration", () => {
  test("stores nothing from the request body except the fields that a person may set", async () => {
    const account = await addAccount(site.app.context);
    const answer = await register(account.token, { ...forgedFields, role: "student", ...person });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ email: account.email, userId: account.userId });
    const [row] = await site.app.context.db
      .select()
      .from(profiles)
      .where(eq(profiles.userId, account.userId));
    expect(row).toMatchObject({ role: "student", verified: false, featured: false });
    expect(row).toMatchObject({ ratingSum: 0, ratingCount: 0 });
    expect(row?.id).not.toBe("prf_forged");
    expect(answer.body.data).not.toHaveProperty("isAdmin");
    expect(answer.body.data.studentsCount ?? 0).toBe(0);
  });

  test.each(["admin", "Teacher", "", null, 1, ["teacher"], { role: "teacher" }])(
    "rejects the role %j",
    async (role) => {
      const { token } = await addAccount(site.app.context);
      const body = { role, ...person };
      const answer = await site.browser().call("POST", "/auth/register", { token, body });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ success: false, message: "Please choose a role" });
    },
  );

  test("sets the role once when 20 calls arrive at both processes at the same time", async () => {
    const { token, userId } = await addAccount(site.app.context);
    const roles = ["student", "teacher"];
    const answers = await Promise.all(
      times(20, (index) => register(token, { role: roles[index % 2], ...person }, turn(index))),
    );
    expect(statusesOf(answers).filter((status) => status === 201)).toHaveLength(1);
    expect(statusesOf(answers).filter((status) => status === 409)).toHaveLength(19);
    const rows = await site.app.context.db
      .select()
      .from(profiles)
      .where(eq(profiles.userId, userId));
    expect(rows).toHaveLength(1);
  });
});

describe("a sign-up", () => {
  test("creates an account from the name, email address and password, and ignores every other field", async () => {
    const email = newEmail("ignored");
    const browser = site.browser();
    const body = poisoned({
      ...forgedFields,
      role: "teacher",
      emailVerified: true,
      name: "Amina",
      email,
      password,
    });
    expect((await browser.call("POST", "/auth/signup", { body })).status).toBe(201);
    const early = await browser.call("POST", "/auth/login", { body: { email, password } });
    expect(early.status).toBe(403);
    const code = await site.readCode(email);
    const verified = await browser.call("POST", "/auth/verify", {
      body: poisoned({ email, code, userId: "usr_forged", kind: "password-reset" }),
      at: 1,
    });
    expect(verified.status).toBe(200);
    const [row] = await site.app.context.db.select().from(users).where(eq(users.email, email));
    expect(row?.id).toBe(verified.body.data.user.id);
    expect(row?.id).not.toBe("usr_forged");
    const token = verified.body.data.accessToken as string;
    const profile = await browser.call("GET", `/users/authUser/${row?.id}`, { token });
    expect(profile.status).toBe(404);
  });
});

describe("a profile update", () => {
  test.each([
    ["student", addStudent],
    ["teacher", addTeacher],
  ] as const)("ignores fields of a %s profile that people may not change", async (role, add) => {
    const somebody = await add(site.app.context);
    const before = await site.app.context.db
      .select()
      .from(profiles)
      .where(eq(profiles.id, somebody.profileId));
    const body = poisoned({
      ...forgedFields,
      role: role === "student" ? "teacher" : "student",
      name: "Another Name",
    });
    const path = `/${role}s/${somebody.profileId}`;
    const { token } = somebody;
    const answer = await site.browser().call("PUT", path, { token, body, at: 1 });
    expect(answer.status).toBe(200);
    const [after] = await site.app.context.db
      .select()
      .from(profiles)
      .where(eq(profiles.id, somebody.profileId));
    expect(after).toEqual({
      ...before[0],
      name: "Another Name",
      searchName: "another name",
      updatedAt: after && "updatedAt" in after ? after.updatedAt : undefined,
    });
  });

  test("cannot mark a time slot as booked", async () => {
    const { token, profileId } = await addTeacher(site.app.context);
    const slot = { day: "Monday", startTime: "09:00", endTime: "10:00" };
    const answer = await site.browser().call("PUT", `/teachers/${profileId}/timeslots`, {
      token,
      body: { availableTimeSlots: [{ ...slot, isBooked: true, bookedBy: "prf_1" }] },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data.availableTimeSlots).toMatchObject([{ ...slot, isBooked: false }]);
    expect(answer.body.data.availableTimeSlots[0]).not.toHaveProperty("bookedBy");
  });
});

describe("a course", () => {
  test("gets its teacher, seats and rating from the server, not from the request body", async () => {
    const teacher = await addTeacher(site.app.context);
    const rival = await addTeacher(site.app.context);
    const student = await addStudent(site.app.context);
    const forged = {
      ...forgedFields,
      teacherId: rival.profileId,
      enrolledStudentIds: [student.profileId],
      enrolledCount: 9,
      priceCents: 1,
      currency: "eur",
      joinUrl: "https://evil.example",
    };
    const words = { title: "Tajweed", description: "Letters.", level: "Beginner", price: 0 };
    const numbers = { duration: 4, maxStudents: 3, status: "draft", topics: [], schedule: [] };
    const created = await site.browser().call("POST", "/courses", {
      token: teacher.token,
      body: poisoned({ ...forged, ...words, ...numbers }),
    });
    expect(created.status).toBe(201);
    const id = created.body.data._id as string;
    const changed = await site.browser().call("PUT", `/courses/${id}`, {
      token: teacher.token,
      body: poisoned({ ...forged, title: "Tajweed again" }),
      at: 1,
    });
    expect(changed.status).toBe(200);
    const [row] = await site.app.context.db.select().from(courses).where(eq(courses.id, id));
    expect(row).toMatchObject({
      teacherId: teacher.profileId,
      priceCents: 0,
      title: "Tajweed again",
    });
    expect(changed.body.data).toMatchObject({ rating: 0, ratingCount: 0, enrolledStudentIds: [] });
    expect(JSON.stringify(changed.body)).not.toMatch(/evil|isAdmin|forged/);
  });

  test("ignores a price that the request body names when a student enrolls", async () => {
    const teacher = await addTeacher(site.app.context);
    const student = await addStudent(site.app.context);
    const courseId = await addCourse(site.app.context, teacher, { price: 40 });
    const body = poisoned({
      studentId: student.profileId,
      price: 0,
      amount: 0,
      amountCents: 0,
      status: "enrolled",
      sellerId: student.profileId,
    });
    const path = `/enrollment/course/${courseId}/enroll`;
    const answer = await site.browser().call("POST", path, { token: student.token, body });
    // The provider can't be reached and the teacher has no account there, so nobody may be enrolled
    // for free.
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const rows = await site.app.context.db
      .select()
      .from(enrollments)
      .where(eq(enrollments.courseId, courseId));
    expect(rows.filter(({ status }) => status === "enrolled")).toEqual([]);
  });
});

test("a review belongs to the logged-in person, whatever author the request body names", async () => {
  const student = await addStudent(site.app.context);
  const answer = await site.browser().call("POST", "/reviews", {
    token: student.token,
    headers: { "app-id": "halaqa" },
    body: poisoned({
      resourceId: "halaqa",
      rating: 4,
      content: "Patient teachers.",
      _id: "rev_forged",
      authorId: "usr_forged",
      authorName: "Another Person",
      createdAt: "2015-01-01T00:00:00.000Z",
    }),
  });
  expect(answer.status).toBe(201);
  expect(answer.body.data.authorId).not.toBe("usr_forged");
  expect(answer.body.data.authorName).not.toBe("Another Person");
  expect(answer.body.data._id).not.toBe("rev_forged");
});
