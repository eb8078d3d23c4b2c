import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { courseInput } from "#server/demo/factories.ts";
import {
  drawCourseImage,
  drawSiteImage,
  drawTeacherImage,
} from "#server/seo/share-images/share-images.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let teacher: Person;
beforeAll(async () => {
  app = await createTestApp();
  teacher = await addTeacher(app.context);
});
afterAll(() => app.close());

async function expectCard(png: Buffer) {
  const { format, width, height } = await sharp(png).metadata();
  expect({ format, width, height }).toEqual({ format: "png", width: 1200, height: 630 });
  expect(png.length).toBeLessThan(100_000);
}

describe("the share image of", () => {
  it("the site is a PNG of the size that social networks expect", async () => {
    await expectCard(await drawSiteImage());
  });

  it("a course changes with its title", async () => {
    const created = await app.call("POST", "/api/courses", {
      token: teacher.token,
      body: courseInput({ status: "published" }),
    });
    const course = created.body.data._id;
    const before = await drawCourseImage(app.context, course);
    await expectCard(before);
    expect(before.equals(await drawCourseImage(app.context, course))).toBe(true);
    await app.call("PUT", `/api/courses/${course}`, {
      token: teacher.token,
      body: { title: "تعلم التجويد" },
    });
    const after = await drawCourseImage(app.context, course);
    await expectCard(after);
    expect(after.equals(before)).toBe(false);
  });

  it("a hidden course or a student does not exist", async () => {
    const draft = await addCourse(app.context, teacher, { status: "draft" });
    const student = await addStudent(app.context);
    await expect(drawCourseImage(app.context, draft)).rejects.toThrow("Course not found");
    await expect(drawTeacherImage(app.context, student.profileId)).rejects.toThrow(
      "Teacher not found",
    );
  });

  it("a teacher is a PNG of the same size", async () => {
    await expectCard(await drawTeacherImage(app.context, teacher.profileId));
  });
});
