import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Comment } from "#lib/comments/comments.responses.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../support/people.ts";

const locked = "You must be enrolled in this course to leave comments";

let app: TestApp;
let teacher: Person;
let student: Person;
let other: Person;
let course: string;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "20" } });
});
beforeEach(async () => {
  teacher = await addTeacher(app.context, { name: "Idris Karimov" });
  student = await addStudent(app.context, { name: "Maryam Ali" });
  other = await addStudent(app.context, { name: "Hamza Noor" });
  course = await addCourse(app.context, teacher, { title: "Short surahs" });
  await addEnrollment(app.context, student, course);
  await addEnrollment(app.context, other, course);
});
afterAll(() => app.close());

const path = (courseId = course) => `/api/comments/course/${courseId}`;
const write = (person: Person, content: string, clientId?: string) =>
  app.call("POST", path(), { token: person.token, body: { content, clientId } });
const read = async (person: Person, query = "") =>
  (await app.call("GET", path() + query, { token: person.token })).body.data;
const contents = async (person: Person): Promise<string[]> =>
  (await read(person)).comments.map(({ content }: Comment) => content);
const hide = (person: Person, id: string, hidden = true) =>
  app.call("PUT", `/api/comments/${id}/hidden`, { token: person.token, body: { hidden } });
const remove = (person: Person, id: string) =>
  app.call("DELETE", `/api/comments/${id}`, { token: person.token });

describe("the comments of a course", () => {
  it("are written and read by the teacher and enrolled students, newest first", async () => {
    const asked = await write(student, "  Which mushaf do we use?\nThe blue one?  ");
    expect(asked.status).toBe(201);
    expect(asked.body.data).toMatchObject({
      courseId: course,
      seq: 1,
      author: { _id: student.profileId, name: "Maryam Ali", isTeacher: false },
      content: "Which mushaf do we use?\nThe blue one?",
      hidden: false,
    });
    const answered = await write(teacher, "أي مصحف برواية حفص");
    expect(answered.body.data.author).toMatchObject({ name: "Idris Karimov", isTeacher: true });
    for (const person of [student, other, teacher]) {
      expect(await read(person)).toMatchObject({
        total: 2,
        hasMore: false,
        open: true,
        comments: [{ seq: 2 }, { seq: 1 }],
      });
    }
  });

  it("are hidden from everyone else, with the same error for existing and missing courses", async () => {
    await write(student, "Only for us");
    const stranger = await addStudent(app.context);
    const otherTeacher = await addTeacher(app.context);
    for (const person of [stranger, otherTeacher]) {
      for (const courseId of [course, "crs_missing"]) {
        const { token } = person;
        for (const answer of [
          await app.call("GET", path(courseId), { token }),
          await app.call("POST", path(courseId), { token, body: { content: "Hello" } }),
        ]) {
          expect(answer).toMatchObject({ status: 403, body: { message: locked } });
        }
      }
    }
    const { token } = await addAccount(app.context);
    expect((await app.call("GET", path(), { token })).status).toBe(403);
    expect((await app.call("GET", path())).status).toBe(401);
    expect((await app.call("POST", path(), { body: { content: "Hello" } })).status).toBe(401);
  });

  it("are paged without shifting when a newer comment arrives", async () => {
    for (let index = 1; index <= 12; index += 1) await write(student, `Comment ${index}`);
    const first = await read(student);
    expect(first).toMatchObject({ total: 12, hasMore: true });
    expect(first.comments).toHaveLength(10);
    await write(other, "Meanwhile");
    const rest = await read(student, `?before=${first.comments.at(-1).seq}`);
    expect(rest).toMatchObject({ hasMore: false, total: 13 });
    expect(rest.comments.map(({ seq }: Comment) => seq)).toEqual([2, 1]);
  });

  it("are read with the same number of queries, however many there are", async () => {
    await write(student, "One");
    const before = await countQueries(app.database, () => read(teacher));
    for (let index = 0; index < 6; index += 1) await write(other, `Another ${index}`);
    expect(await countQueries(app.database, () => read(teacher))).toBe(before);
  });

  it("are numbered without gaps when many are written at once, and stored once when sent twice", async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, (_, index) => write(student, `From Maryam ${index}`)),
      ...Array.from({ length: 5 }, () => write(other, "Sent again", "sent-again-1")),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(4).fill(200),
      ...Array(6).fill(201),
    ]);
    const { comments } = await read(teacher);
    const numbers = comments.map(({ seq }: Comment) => seq);
    expect(comments).toHaveLength(6);
    expect(new Set(numbers).size).toBe(6);
    const again = await write(other, "Other words, the same name", "sent-again-1");
    expect(again).toMatchObject({ status: 200, body: { data: { content: "Sent again" } } });
  });

  it("show other students only the first name of a minor, without a picture", async () => {
    const child = await addStudent(app.context, {
      name: "Salma Haddad",
      age: 11,
      profileImageUrl: "/media/face.webp",
    });
    await addEnrollment(app.context, child, course);
    await write(child, "I learned it!");
    const [comment] = (await read(other)).comments;
    expect(comment.author).toMatchObject({ name: "Salma", profileImageUrl: null });
  });

  it("must not be empty, too long or anything but text, and the error names the field", async () => {
    for (const content of ["   ", "x".repeat(2001), 5, "a\u0000b", undefined]) {
      const answer = await app.call("POST", path(), { token: student.token, body: { content } });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toMatchObject([{ field: "content" }]);
    }
    expect(await contents(student)).toEqual([]);
  });
});

describe("deleting a comment", () => {
  it("is possible only for its author, even after the author has lost the seat", async () => {
    const id = (await write(student, "I take that back")).body.data._id;
    for (const person of [other, teacher]) expect((await remove(person, id)).status).toBe(404);
    expect(await contents(other)).toEqual(["I take that back"]);
    await app.context.db
      .update(enrollments)
      .set({ status: "refunded", endedAt: new Date() })
      .where(eq(enrollments.studentId, student.profileId));
    expect((await remove(student, id)).status).toBe(200);
    expect((await remove(student, id)).status).toBe(404);
    expect(await contents(other)).toEqual([]);
  });
});

describe("hiding a comment", () => {
  it("hides it from everyone except its author until it is shown again", async () => {
    const id = (await write(student, "Not so kind")).body.data._id;
    expect((await hide(teacher, id)).body.data).toMatchObject({ hidden: true });
    expect((await hide(teacher, id)).status).toBe(200);
    expect(await read(other)).toMatchObject({ total: 0, comments: [] });
    for (const person of [student, teacher]) {
      expect((await read(person)).comments).toMatchObject([{ _id: id, hidden: true }]);
    }
    expect((await hide(teacher, id, false)).body.data).toMatchObject({ hidden: false });
    expect(await contents(other)).toEqual(["Not so kind"]);
  });

  it("is possible only for the teacher of the course", async () => {
    const id = (await write(student, "Stays")).body.data._id;
    for (const person of [student, other, await addTeacher(app.context)]) {
      expect((await hide(person, id)).status).toBe(404);
    }
    expect((await hide(teacher, "cmt_missing")).status).toBe(404);
    expect(await contents(other)).toEqual(["Stays"]);
  });
});

describe("the comments of a course after people leave or the course ends", () => {
  it("can no longer be read or written by a refunded student, whose comments remain", async () => {
    await write(student, "Before I left");
    await app.context.db
      .update(enrollments)
      .set({ status: "refunded", endedAt: new Date() })
      .where(eq(enrollments.studentId, student.profileId));
    expect((await app.call("GET", path(), { token: student.token })).status).toBe(403);
    expect((await write(student, "After")).status).toBe(403);
    expect(await contents(other)).toEqual(["Before I left"]);
  });

  it("are not available with a seat that is only held", async () => {
    const buyer = await addStudent(app.context);
    await app.context.db.insert(enrollments).values({
      courseId: course,
      studentId: buyer.profileId,
      status: "held",
      amountCents: 500,
      holdExpiresAt: new Date(Date.now() + 60_000),
    });
    expect((await write(buyer, "Soon")).status).toBe(403);
  });

  it("are read-only in an archived course", async () => {
    const id = (await write(student, "It was good")).body.data._id;
    await app.context.db.update(courses).set({ status: "archived" }).where(eq(courses.id, course));
    expect(await read(other)).toMatchObject({ open: false, total: 1 });
    for (const person of [student, teacher]) {
      expect((await write(person, "One more")).status).toBe(409);
    }
    expect((await remove(student, id)).status).toBe(200);
  });

  it("are deleted with the course", async () => {
    const empty = await addCourse(app.context, teacher);
    await app.call("POST", path(empty), { token: teacher.token, body: { content: "First!" } });
    const { token } = teacher;
    const deleted = await app.call("DELETE", `/api/courses/${empty}`, { token });
    expect(deleted.status).toBe(200);
    const { data } = (await app.call("GET", "/api/users/me/export", { token })).body;
    expect(data.comments).toEqual([]);
  });

  it("are in their author's export, and lose the author's name when the account is deleted", async () => {
    await write(student, "My words");
    await write(other, "Another person's");
    const { token } = student;
    const { data } = (await app.call("GET", "/api/users/me/export", { token })).body;
    expect(data.comments).toMatchObject([{ content: "My words", courseId: course }]);
    const { erasePerson } = await import("#server/account-settings/erasure/erase.ts");
    await app.context.db.transaction((tx) =>
      erasePerson(tx, { id: student.userId, email: student.email }),
    );
    const named = (await read(other)).comments.map(({ author }: Comment) => author.name);
    expect(named).toEqual(["Hamza Noor", "Former member"]);
  });
});
