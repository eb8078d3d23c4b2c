/** Names in the text of reviews. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { profiles } from "#server/db/tables/people.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addAttendedCourse, courseReview, reviewCaller } from "./support.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const call: ReturnType<typeof reviewCaller> = (...args) => reviewCaller(app)(...args);

it.each([
  ["a child", 9],
  ["a minor", 17],
  ["a student without an age", null],
])("%s cannot write or add their name, because reviews are public", async (_, age) => {
  const { courseId, student } = await addAttendedCourse(app);
  const { token, profileId } = student;
  await app.context.db
    .update(profiles)
    .set({ age, name: "Zaynáb al-Kindi" })
    .where(eq(profiles.id, profileId));
  const write = (content: string, body = courseReview(courseId)) =>
    call("POST", "/", { token, body: { ...body, content } });
  const ofApp = { resourceType: "app", resourceId: "halaqa", rating: 5, content: "" };
  for (const content of ["I'm ZAYNAB!", "Zaynáb's review", "From the Kindi family"]) {
    for (const body of [courseReview(courseId), ofApp]) {
      expect(await write(content, body)).toMatchObject({
        status: 400,
        body: { errors: [{ field: "content", message: expect.stringContaining("your name") }] },
      });
    }
  }
  const written = await write("Al kinds of surahs, and I learned them well.");
  expect(written.status).toBe(201);
  const change = (content: string) =>
    call("PATCH", `/${written.body.data._id}`, { token, body: { content } });
  expect((await change("Written by zaynab.")).status).toBe(400);
  expect((await change("I learned a lot.")).status).toBe(200);
});

it("adults may sign a review with their name", async () => {
  const { courseId, student } = await addAttendedCourse(app);
  const body = { ...courseReview(courseId), content: "Recommended. Maryam Siddiqui" };
  expect((await call("POST", "/", { token: student.token, body })).status).toBe(201);
});
