import { afterAll, beforeAll, expect, it } from "vitest";
import { courseInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let teacher: Person;
beforeAll(async () => {
  app = await createTestApp();
  teacher = await addTeacher(app.context);
});
afterAll(() => app.close());

const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const whole = (field: string, json: string) =>
  JSON.stringify({ ...courseInput(), [field]: "@" }).replace('"@"', () => json);

it.each([
  ["arrays nested 100,000 deep", whole("topics", deep(100_000))],
  ["a body of brackets only", deep(100_000)],
  ["a number that overflows", whole("maxStudents", "1e400")],
  ["a number of 10,000 digits", whole("maxStudents", "9".repeat(10_000))],
  ["a title of a megabyte", whole("title", JSON.stringify("x".repeat(1_000_000)))],
  ["a topic list of 100,000", whole("topics", JSON.stringify(Array(100_000).fill("x")))],
  ["deep nesting in an unknown field", whole("unknown", deep(100_000))],
  ["U+0000 in an unknown field", whole("unknown", String.raw`{"a":["\u0000"]}`)],
  ["U+0000 in the name of a field", whole("unknown", String.raw`{"\u0000":1}`)],
  ["a number that overflows in an unknown field", whole("unknown", "[-1e400]")],
  ["a date of the year 0", whole("startDate", '"0000-01-01"')],
  ["U+0000 in a list", whole("objectives", String.raw`["\u0000"]`)],
  ["half a surrogate pair", whole("description", String.raw`"\ud800"`)],
  ["an object instead of text", whole("title", '{"toString":"x"}')],
  ["text instead of a list of objects", whole("schedule", '"Monday"')],
  ["broken JSON", '{"title":'],
  ["nothing", ""],
])("%s is rejected with 400 when a course is created or updated", async (_what, body) => {
  const { token } = teacher;
  const draft = await app.call("POST", "/api/courses", { token, body: courseInput() });
  for (const [method, path] of [
    ["POST", "/api/courses"],
    ["PUT", `/api/courses/${draft.body.data._id}`],
  ] as const) {
    const answer = await app.call(method, path, { token, body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, status: "error" });
  }
});

it("a body that is not JSON is rejected with 415", async () => {
  const { status } = await app.call("POST", "/api/courses", {
    token: teacher.token,
    body: "title=x",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(status).toBe(415);
});
