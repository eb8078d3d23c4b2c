/** Searching and listing reviews, and the pages that show them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addTeacher } from "../../support/people.ts";
import { addAttendedCourse, addAttendees, courseReview, reviewCaller } from "./support.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const call: ReturnType<typeof reviewCaller> = (...args) => reviewCaller(app)(...args);
const addCourseOf = (studentCount = 1) => addAttendedCourse(app, studentCount);

describe("searching reviews", () => {
  it("treats wildcards as plain characters", async () => {
    const teacher = await addTeacher(app.context);
    const body = { resourceId: "halaqa", rating: 5, content: "100% worth it" };
    await call("POST", "/", { token: teacher.token, body });
    const find = async (q: string) =>
      (await call("GET", `/search?q=${encodeURIComponent(q)}`)).body.data.length;
    expect(await find("100% WORTH")).toBe(1);
    expect(await find("1_0%")).toBe(0);
    expect(await find(" ")).toBe(0);
  });
});

describe("lists of reviews", () => {
  it("are sorted and paged", async () => {
    const { courseId, students, teacher } = await addCourseOf(4);
    const ids: string[] = [];
    for (const [index, student] of students.entries()) {
      const body = courseReview(courseId, [3, 5, 1, 4][index]);
      ids.push((await call("POST", "/", { token: student.token, body })).body.data._id);
    }
    const [reader = teacher] = await addAttendees(app, { teacher, courseId }, 1);
    await call("POST", `/${ids[2]}/helpful`, { token: reader.token });
    const ratings = async (query: string): Promise<number[]> =>
      (await call("GET", `/resource/${courseId}${query}`)).body.data.map(
        ({ rating }: { rating: number }) => rating,
      );
    expect(await ratings("")).toEqual([4, 1, 5, 3]);
    expect(await ratings("?sort=highest")).toEqual([5, 4, 3, 1]);
    expect(await ratings("?sort=lowest&limit=2")).toEqual([1, 3]);
    expect(await ratings("?sort=lowest&limit=2&page=2")).toEqual([4, 5]);
    expect(await ratings("?sort=helpful")).toEqual([1, 4, 5, 3]);
    expect((await call("GET", `/resource/${courseId}?sort=worst`)).status).toBe(400);
    expect((await call("GET", `/resource/${courseId}?limit=101`)).status).toBe(400);
  });

  it("take the same number of queries, however many reviews there are", async () => {
    const { courseId, students } = await addCourseOf(5);
    const write = (index: number) =>
      call("POST", "/", { token: students[index]?.token ?? "", body: courseReview(courseId) });
    const paths = [
      `/resource/${courseId}`,
      `/resource/${courseId}/stats`,
      "/resource/type/course",
      "/search?q=patient",
    ];
    const counted: number[][] = [];
    for (const index of [0, 1, 2, 3, 4]) {
      await write(index);
      const each: number[] = [];
      for (const path of paths)
        each.push(await countQueries(app.database, () => call("GET", path)));
      counted.push(each);
    }
    expect(counted).toEqual(Array(5).fill([1, 1, 1, 1]));
  });
});

describe("a person's own view of a course's reviews", () => {
  const ownOf = async (token: string, courseId: string) =>
    (await call("GET", `/own?resourceType=course&resourceId=${courseId}`, { token })).body.data;

  it("says whether the person may write a review, and why not", async () => {
    const { courseId, student, teacher } = await addCourseOf();
    expect(await ownOf(student.token, courseId)).toEqual({
      review: null,
      mayWrite: true,
      refusal: null,
      helpful: [],
      reported: [],
    });
    expect(await ownOf(teacher.token, courseId)).toMatchObject({
      mayWrite: false,
      refusal: "You can write a review once you have attended a class.",
    });
    const missing = await call("GET", "/own?resourceType=course&resourceId=crs_missing", student);
    expect(missing.status).toBe(404);
    expect((await call("GET", "/own?resourceId=halaqa")).status).toBe(401);
  });

  it("contains the person's review and marks, and nobody else's", async () => {
    const { courseId, students } = await addCourseOf(2);
    const ids: string[] = [];
    for (const { token } of students) {
      ids.push((await call("POST", "/", { token, body: courseReview(courseId) })).body.data._id);
    }
    const [mine, theirs] = ids;
    const token = students[0]?.token ?? "";
    for (const kind of ["helpful", "report"]) await call("POST", `/${theirs}/${kind}`, { token });
    expect(await ownOf(token, courseId)).toMatchObject({
      review: { _id: mine, state: "shown" },
      mayWrite: false,
      helpful: [theirs],
      reported: [theirs],
    });
    expect(await ownOf(students[1]?.token ?? "", courseId)).toMatchObject({
      review: { _id: theirs },
      helpful: [],
      reported: [],
    });
  });
});

describe("pages that show reviews", () => {
  it("are purged on every change, and those with names when an author is renamed", async () => {
    const { courseId, student, teacher } = await addCourseOf();
    const [reader = teacher] = await addAttendees(app, { teacher, courseId }, 1);
    const dropped: string[] = [];
    const purge = app.context.purgePages;
    app.context.purgePages = async (tags) => void dropped.push(...tags);
    const tagsOf = async (action: () => Promise<{ status: number }>) => {
      dropped.length = 0;
      expect((await action()).status).toBeLessThan(300);
      return [...dropped].sort();
    };
    const words = [`course:${courseId}`, `teacher:${teacher.profileId}`];
    const figures = [...words, "courses", "teachers"].sort();
    const body = courseReview(courseId);
    const { token } = student;
    let id = "";
    const write = async () => {
      const written = await call("POST", "/", { token, body });
      id = written.body.data._id;
      return written;
    };
    expect(await tagsOf(write)).toEqual(figures);
    const change = () => call("PATCH", `/${id}`, { token, body: { rating: 2 } });
    expect(await tagsOf(change)).toEqual(figures);
    expect(await tagsOf(() => call("POST", `/${id}/helpful`, reader))).toEqual(words);
    const rename = () =>
      app.call("PATCH", `/api/students/${student.profileId}`, { token, body: { name: "Renamed" } });
    expect(await tagsOf(rename)).toEqual(expect.arrayContaining(words));
    expect(await tagsOf(() => call("DELETE", `/${id}`, { token }))).toEqual(figures);
    app.context.purgePages = purge;
  });
});
