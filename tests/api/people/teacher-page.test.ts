/** The data of teacher and student pages beyond what API calls return. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reviews } from "#server/db/tables/reviews.table.ts";
import { findOwnTimeZone, findStudentPage } from "#server/people/people.ts";
import { refreshRatings } from "#server/reviews/ratings.ts";
import { listTeacherReviews } from "#server/reviews/review-pages.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let teacher: Person;
beforeAll(async () => {
  app = await createTestApp();
  teacher = await addTeacher(app.context, { timeZone: "Africa/Cairo" });
});
afterAll(() => app.close());

async function addReview(
  resourceType: "course" | "teacher",
  resourceId: string,
  rating: number,
): Promise<void> {
  const { userId } = await addStudent(app.context);
  await app.context.db
    .insert(reviews)
    .values({ authorId: userId, resourceType, resourceId, rating, content: `${rating} stars` });
  await app.context.db.transaction((tx) => refreshRatings(tx, { resourceType, resourceId }));
}

describe("reviews on a teacher's page", () => {
  it("include reviews of the courses, which determine the rating, and reviews of the teacher", async () => {
    const course = await addCourse(app.context, teacher);
    const foreign = await addCourse(app.context, await addTeacher(app.context));
    for (const rating of [5, 4]) await addReview("course", course, rating);
    await addReview("teacher", teacher.profileId, 3);
    await addReview("course", foreign, 1);
    const found = await listTeacherReviews(app.context, teacher.profileId);
    expect(found).toMatchObject({ total: 3, page: 1, pages: 1 });
    expect(found.stats).toEqual({
      total: 2,
      average: 4.5,
      distribution: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 },
    });
    const { body } = await app.call("GET", `/api/teachers/${teacher.profileId}`);
    expect(body.data).toMatchObject({ rating: 4.5, reviewCount: 2 });
  });

  it("are paged, each review on one page, with the same number of queries", async () => {
    const popular = await addTeacher(app.context);
    for (let i = 0; i < 7; i += 1) await addReview("teacher", popular.profileId, 5);
    const read = (page: string) => listTeacherReviews(app.context, popular.profileId, { page });
    const pages = [await read("1"), await read("2")];
    expect(pages.map((page) => page.reviews.length)).toEqual([5, 2]);
    const ids = pages.flatMap((page) => page.reviews.map(({ _id }) => _id));
    expect(new Set(ids).size).toBe(7);
    const queries = (page: string) => countQueries(app.database, () => read(page));
    expect(await queries("1")).toBe(await queries("2"));
  });
});

describe("a student's page", () => {
  it("lists the published courses with one query, however many there are", async () => {
    const student = await addStudent(app.context);
    const open = (count: number) =>
      countQueries(app.database, async () => {
        const { courses } = await findStudentPage(app.context, undefined, student.profileId);
        expect(courses).toHaveLength(count);
      });
    await addEnrollment(app.context, student, await addCourse(app.context, teacher));
    const before = await open(1);
    for (let i = 0; i < 3; i += 1) {
      await addEnrollment(app.context, student, await addCourse(app.context, teacher));
    }
    const draft = await addCourse(app.context, teacher, { status: "archived" });
    await addEnrollment(app.context, student, draft);
    expect(await open(4)).toBe(before);
  });

  it("is visible only to the student and the student's teachers if the student is a minor", async () => {
    const student = await addStudent(app.context, { age: 16 });
    await addEnrollment(app.context, student, await addCourse(app.context, teacher));
    for (const { actor } of [student, teacher]) {
      const page = await findStudentPage(app.context, actor, student.profileId);
      expect(page).toMatchObject({ isPublic: false, courses: [{}] });
    }
    const [otherTeacher, classmate] = [
      await addTeacher(app.context),
      await addStudent(app.context),
    ];
    for (const actor of [undefined, otherTeacher.actor, classmate.actor]) {
      await expect(findStudentPage(app.context, actor, student.profileId)).rejects.toMatchObject({
        code: "not_found",
        message: "Student not found",
      });
    }
  });
});

describe("the viewer's time zone", () => {
  it("comes from the viewer's profile, and is unknown without one", async () => {
    expect(await findOwnTimeZone(app.context, teacher.actor)).toBe("Africa/Cairo");
    const { actor } = await addAccount(app.context);
    expect(await findOwnTimeZone(app.context, actor)).toBeUndefined();
    expect(await findOwnTimeZone(app.context, undefined)).toBeUndefined();
  });
});

it("new weekly hours appear on the teacher's page at once", async () => {
  const dropped: string[] = [];
  const purge = app.context.purgePages;
  app.context.purgePages = async (tags) => void dropped.push(...tags);
  const { status } = await app.call("PUT", `/api/teachers/${teacher.profileId}/timeslots`, {
    token: teacher.token,
    body: { availableTimeSlots: [{ day: "Monday", startTime: "09:00", endTime: "10:00" }] },
  });
  app.context.purgePages = purge;
  expect(status).toBe(200);
  expect(dropped).toEqual(["teachers", `teacher:${teacher.profileId}`]);
});
