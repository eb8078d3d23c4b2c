/** In public, minors are only counted in totals, whichever API call is used. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { comments } from "#server/db/tables/comments.table.ts";
import { certificates } from "#server/db/tables/learning.table.ts";
import { messageBlocks } from "#server/db/tables/messages.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { reviews } from "#server/db/tables/reviews.table.ts";
import { trialLessons } from "#server/db/tables/trials.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let teacher: Person;
let child: Person;
let teenager: Person;
let ageless: Person;
let adult: Person;
let stranger: Person;
let course: string;
let archived: string;
const code = "ABCD-EFGH-JKMN-PQRS";
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "100" } });
  const { context } = app;
  teacher = await addTeacher(context);
  course = await addCourse(context, teacher, { title: "Open", endDate: "2999-12-31" });
  archived = await addCourse(context, teacher, { title: "Closed", status: "archived" });
  const face = (name: string) => ({ profileImageUrl: `/media/upl_${name}.webp` });
  child = await addStudent(context, { ...face("child"), name: "Zubaydah Quill", age: 8 });
  teenager = await addStudent(context, { ...face("teen"), name: "Yaqut Quimby", age: 17 });
  ageless = await addStudent(context, { ...face("ageless"), name: "Xadija Quaid", age: null });
  adult = await addStudent(context, { ...face("adult"), name: "Siti Kamal", age: 18 });
  stranger = await addStudent(context, { name: "Omar Farid" });
  await context.db.update(profiles).set({ featured: true }).where(sqlStudents());
  for (const student of minors()) {
    await addEnrollment(context, student, course);
    await addEnrollment(context, student, archived);
    const content = "Kind and clear.";
    const author = { authorId: student.userId, rating: 5, content };
    await context.db.insert(reviews).values([
      { ...author, resourceType: "course", resourceId: course },
      { ...author, resourceType: "teacher", resourceId: teacher.profileId },
      { ...author, resourceType: "app", resourceId: "halaqa" },
    ]);
  }
  await context.db
    .insert(comments)
    .values({ courseId: course, seq: 1, authorId: child.profileId, content: "Salam" });
  await context.db.insert(certificates).values({
    code,
    courseId: course,
    studentId: child.profileId,
    studentName: "Zubaydah Quill",
    courseTitle: "Open",
    teacherName: "Yusuf Mansour",
    classesAttended: 1,
    classesHeld: 1,
    minutes: 60,
    quizzesPassed: 0,
  });
  await addEnrollment(context, adult, course);
});
afterAll(() => app.close());

const minors = () => [child, teenager, ageless];
const sqlStudents = () => sql`${profiles.role} = 'student'`;

/** Everything that could identify the minor. */
const traces = () => [
  ...minors().flatMap(({ profileId, userId, email }) => [profileId, userId, email]),
  ...["Zubaydah", "Quill", "Yaqut", "Quimby", "Xadija", "Quaid"],
  ...["upl_child", "upl_teen", "upl_ageless"],
];

/** All read calls, with each parameter set to every value that a visitor could know. */
function everyRead(): string[] {
  const ids = [course, teacher.profileId, "halaqa", "app", code, child.profileId, child.userId];
  const paths = app.app.routes
    .filter(({ method, path }) => method === "GET" && !path.includes("*"))
    .map(({ path }) => path)
    .filter((path) => !path.endsWith("/events"));
  return [...new Set(paths)].flatMap((path) =>
    path.includes(":") ? ids.map((id) => path.replaceAll(/:\w+(\{[^}]*\})?/g, id)) : [path],
  );
}

const searches = ["zubaydah", "quill", "yaqut", "xadija", "z", "kind"].flatMap((words) => [
  `/api/students/search?query=${words}`,
  `/api/students?search=${words}`,
  `/api/students/featured?search=${words}`,
  `/api/courses?search=${words}`,
  `/api/teachers?search=${words}`,
  `/api/reviews/search?q=${words}`,
  `/api/messages/people?q=${words}`,
  `/api/messages/search?q=${words}`,
]);

const listed = async (path: string): Promise<string[]> => {
  const { status, body } = await app.call("GET", path);
  expect(status).toBe(200);
  expect(body.data.total).toBe(body.data.students.length);
  return body.data.students.map(({ name }: { name: string }) => name);
};

const enrolledSeenBy = async (person?: Person) => {
  const options = person ? { token: person.token } : {};
  const { body } = await app.call("GET", `/api/courses/${course}`, options);
  expect(body.data.enrolledCount).toBe(4);
  return body.data.enrolledStudentIds;
};

describe("a minor", () => {
  it("is absent from every response to visitors and unrelated students", async () => {
    const paths = [...everyRead(), ...searches];
    expect(paths.length).toBeGreaterThan(150);
    const found: string[] = [];
    for (const caller of [undefined, stranger]) {
      for (const path of paths) {
        const { body } = await app.call("GET", path, {
          ...(caller && { token: caller.token }),
          headers: { "app-id": "halaqa" },
        });
        const text = JSON.stringify(body ?? "");
        const trace = traces().find((each) => text.includes(each));
        if (trace) found.push(`${caller ? "student" : "visitor"} ${path}: ${trace}`);
      }
    }
    expect(found).toEqual([]);
  });

  it("gets the same responses as a person who does not exist", async () => {
    for (const { profileId, userId } of minors()) {
      for (const [path, missing] of [
        [`/api/students/${profileId}`, "/api/students/prf_missing"],
        [`/api/users/authUser/${userId}`, "/api/users/authUser/usr_missing"],
      ] as const) {
        for (const token of [undefined, stranger.token, adult.token]) {
          const options = token ? { token } : {};
          const answer = await app.call("GET", path, options);
          expect(answer.status).toBe(404);
          expect(answer.body).toEqual((await app.call("GET", missing, options)).body);
        }
      }
    }
  });

  it("sees their whole profile, and is visible only to the teachers of their courses", async () => {
    const path = `/api/students/${child.profileId}`;
    const own = await app.call("GET", path, { token: child.token });
    expect(own.body.data).toMatchObject({ name: "Zubaydah Quill", age: 8 });
    const taught = await app.call("GET", path, { token: teacher.token });
    expect(taught.body.data).toMatchObject({ name: "Zubaydah Quill", country: "Pakistan" });
    expect(taught.body.data).not.toHaveProperty("age");
    const other = await addTeacher(app.context);
    expect((await app.call("GET", path, { token: other.token })).status).toBe(404);
  });

  it("is visible to the teacher of a trial lesson for two weeks, unless either blocks the other", async () => {
    const { db } = app.context;
    const day = 24 * 60 * 60 * 1000;
    const pupil = await addStudent(app.context, { name: "Zubaydah Quill", age: 8 });
    const statusAfter = async (days: number, block: "none" | "by child" | "by teacher") => {
      const tutor = await addTeacher(app.context);
      const endsAt = new Date(Date.now() - days * day);
      await db.insert(trialLessons).values({
        teacherId: tutor.profileId,
        studentId: pupil.profileId,
        startsAt: new Date(endsAt.getTime() - 30 * 60 * 1000),
        endsAt,
      });
      const [blocker, blocked] = block === "by child" ? [pupil, tutor] : [tutor, pupil];
      if (block !== "none") {
        await db
          .insert(messageBlocks)
          .values({ blockerId: blocker.profileId, blockedId: blocked.profileId });
      }
      const { token } = tutor;
      return (await app.call("GET", `/api/students/${pupil.profileId}`, { token })).status;
    };
    expect(await statusAfter(-3, "none")).toBe(200);
    expect(await statusAfter(13, "none")).toBe(200);
    expect(await statusAfter(15, "none")).toBe(404);
    expect(await statusAfter(1, "by child")).toBe(404);
    expect(await statusAfter(2, "by teacher")).toBe(404);
  });

  it("is counted among the enrolled students, but shown only to the teacher and the minor", async () => {
    const shownAdult = {
      _id: adult.profileId,
      name: "Siti Kamal",
      profileImageUrl: "/media/upl_adult.webp",
    };
    const me = { _id: child.profileId, name: "Zubaydah Quill" };
    for (const viewer of [undefined, stranger, adult]) {
      expect(await enrolledSeenBy(viewer)).toEqual([shownAdult]);
    }
    expect(await enrolledSeenBy(child)).toMatchObject([me, shownAdult]);
    expect(await enrolledSeenBy(teacher)).toHaveLength(4);
    const lists = {
      "/api/courses/teacher": [teacher, 4],
      [`/api/courses/student/${child.profileId}`]: [child, 2],
      [`/api/courses/teacher/${teacher.profileId}`]: [stranger, 1],
    } as const;
    for (const [path, [{ token }, count]] of Object.entries(lists)) {
      const { body } = await app.call("GET", path, { token });
      const shown = body.data.find(({ _id }: { _id: string }) => _id === course);
      expect(shown.enrolledStudentIds).toHaveLength(count);
      expect(shown.enrolledCount).toBe(4);
    }
  });

  it('signs reviews as "A student", even when no age is given', async () => {
    const headers = { "app-id": "halaqa" };
    const { body } = await app.call("GET", "/api/reviews/resource/type", { headers });
    expect(body.data).toHaveLength(3);
    for (const review of body.data) {
      expect(review).toMatchObject({
        authorId: null,
        authorName: "A student",
        authorImageUrl: null,
        content: "Kind and clear.",
      });
    }
  });

  it("is in no public list and is found by no search", async () => {
    for (const path of ["/api/students", "/api/students/featured", "/api/students/search?query="]) {
      expect(await listed(path)).toEqual(expect.arrayContaining(["Siti Kamal", "Omar Farid"]));
    }
    expect(await listed("/api/students?search=kamal")).toEqual(["Siti Kamal"]);
    for (const words of ["zubaydah", "yaqut", "xadija", "quimby"]) {
      expect(await listed(`/api/students/search?query=${words}`)).toEqual([]);
    }
  });

  it("cannot be a teacher", async () => {
    const { status, body } = await app.call("PUT", `/api/teachers/${teacher.profileId}`, {
      token: teacher.token,
      body: { age: 17 },
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: "age" }]);
  });
});

describe("the members of a course", () => {
  it("see the first names of minors, and teachers see whole names", async () => {
    const path = `/api/comments/course/${course}`;
    const seen = { [adult.token]: "Zubaydah", [child.token]: "Zubaydah Quill" };
    for (const [token, name] of Object.entries({ ...seen, [teacher.token]: "Zubaydah Quill" })) {
      const { body } = await app.call("GET", path, { token });
      expect(body.data.comments[0].author.name).toBe(name);
    }
  });
});
