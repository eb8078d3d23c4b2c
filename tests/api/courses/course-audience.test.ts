/** The audience and the category of a course, which people filter by. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import { browseCourses } from "#server/courses/courses.ts";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let teacher: Person;
let nextHour = 6;
beforeAll(async () => {
  app = await createTestApp();
  teacher = await addTeacher(app.context);
});
afterAll(() => app.close());

async function create(overrides: Partial<CreateCourseInput>) {
  const hour = String(nextHour++).padStart(2, "0");
  const schedule = [{ day: "Monday" as const, startTime: `${hour}:00`, endTime: `${hour}:30` }];
  return app.call("POST", "/api/courses", {
    token: teacher.token,
    body: courseInput({ status: "published", schedule, ...overrides }),
  });
}

const titles = async (query: string): Promise<string[]> => {
  const { body } = await app.call("GET", `/api/courses?${query}`);
  return body.data.courses.map((course: { title: string }) => course.title);
};

describe("the audience of a course", () => {
  it("is stored in order without duplicates, and the catalog finds and counts the course under each part", async () => {
    const { body } = await create({
      title: "Families",
      audience: ["adults", "children", "adults"],
    });
    expect(body.data.audience).toEqual(["children", "adults"]);
    await create({ title: "Teens", audience: ["teens"] });
    await create({ title: "Unknown", audience: [] });
    expect(await titles("audience=children")).toEqual(["Families"]);
    expect(await titles("audience=adults")).toEqual(["Families"]);
    expect(await titles("audience=teens")).toEqual(["Teens"]);
    const { options } = await browseCourses(app.context, undefined);
    expect(options.audience.any).toBe(3);
    expect(options.audience.options.map(({ count }) => count)).toEqual([1, 1, 1]);

    const path = `/api/courses/${body.data._id}`;
    await app.call("PUT", path, { token: teacher.token, body: { title: "Family circle" } });
    expect((await app.call("GET", path)).body.data.audience).toEqual(["children", "adults"]);
    await app.call("PUT", path, { token: teacher.token, body: { audience: ["teens"] } });
    expect(await titles("audience=teens")).toEqual(["Teens", "Family circle"]);
  });

  it.each([[["babies"]], ["adults"], [["adults", "adults", "adults", "adults"]]])(
    "%j is rejected, and the error names the field",
    async (audience) => {
      const { status, body } = await create({ audience: audience as never });
      expect(status).toBe(400);
      expect(body.errors[0].field).toMatch(/^audience/);
    },
  );

  it("can be filtered only by a value from the list", async () => {
    const { status, body } = await app.call("GET", "/api/courses?audience=babies");
    expect(status).toBe(400);
    expect(body.errors[0].field).toBe("audience");
  });
});

describe("the category of a course", () => {
  it("makes the course findable even if no topic names the category, in any spelling", async () => {
    await create({ title: "By heart", category: "Hifz", topics: [] });
    await create({ title: "Ten readings", category: "Qira'at", topics: [] });
    expect(await titles("category=Memorization")).toEqual(["By heart"]);
    expect(await titles("category=Qira%27at")).toEqual(["Ten readings"]);
    expect(await titles("category=Seerah")).toEqual([]);
  });
});
