import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { describeAllCalls } from "#server/http/open-api.ts";
import { type Answer, type CallOptions, createTestApp, type TestApp } from "../support/app.ts";
import { compareWithDescription } from "../support/apps/described-answers.ts";
import { addCourse, addEnrollment } from "../support/courses.ts";
import { addStudent, addTeacher } from "../support/people.ts";

let app: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of the document
let description: any;
beforeAll(async () => {
  app = await createTestApp();
  description = JSON.parse(JSON.stringify(await describeAllCalls(app.app)));
});
afterAll(() => app.close());

test("every API call is documented with a summary", () => {
  const registered = app.app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}")}`)
    .filter((call) => call !== "GET /api/openapi.json");
  const described = Object.entries<Record<string, { summary?: string }>>(description.paths).flatMap(
    ([path, calls]) =>
      Object.entries(calls)
        .filter(([, call]) => call.summary)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(registered.length).toBeGreaterThan(40);
  expect([...new Set(registered)].filter((call) => !described.includes(call))).toEqual([]);
});

test("the public document has all calls but those of the console", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  const all = Object.keys(description.paths);
  expect(Object.keys(body.paths)).toEqual(all.filter((path) => !path.startsWith("/api/staff")));
  expect(all.length).toBeGreaterThan(Object.keys(body.paths).length);
  expect(JSON.stringify(body)).not.toMatch(/\/api\/staff|"tags":\["staff"\]/);
});

test("inputs are documented with the schemas that validate them", () => {
  const { requestBody, responses } = description.paths["/api/auth/signup"].post;
  const { properties, required } = requestBody.content["application/json"].schema;
  expect(required.sort()).toEqual(["email", "name", "password"]);
  expect(properties.email).toMatchObject({ type: "string", format: "email", maxLength: 254 });
  expect(Object.keys(responses).sort()).toEqual(["201", "400", "429"]);
});

test("errors are documented as they are returned", async () => {
  const { schema } =
    description.paths["/api/auth/login"].post.responses["400"].content["application/json"];
  expect(schema).toEqual({ $ref: "#/components/schemas/Failure" });
  const { body } = await app.call("POST", "/api/auth/login", { body: {} });
  const { properties, required } = description.components.schemas.Failure;
  expect(Object.keys(body).sort()).toEqual(Object.keys(properties).sort());
  for (const key of required) expect(body).toHaveProperty(key);
});

test("every call documents its responses, and every error with one common shape", () => {
  const calls = Object.entries<Record<string, { responses?: Record<string, object> }>>(
    description.paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ name: `${method} ${path}`, call })),
  );
  for (const { name, call } of calls) {
    expect(
      Object.keys(call.responses ?? {}).filter((status) => /^[23]/.test(status)),
      name,
    ).not.toEqual([]);
  }
});

/** Calls an operation by its path in the description, with the path parameters filled in. */
async function callAs(
  method: string,
  path: string,
  { params = {}, ...options }: CallOptions & { params?: Record<string, string> } = {},
): Promise<Answer> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "missing");
  const answer = await app.call(method.toUpperCase(), filled, options);
  const described = description.paths[path.split("?")[0] ?? ""][method].responses[answer.status];
  expect(described, `${method} ${path} ${answer.status}`).toBeDefined();
  const { schema } = described.content["application/json"];
  const whole = schema.$ref ? description.components.schemas.Failure : schema;
  expect(z.fromJSONSchema(whole).safeParse(answer.body), `${method} ${path}`).toMatchObject({
    success: true,
  });
  answered.add(`${method} ${path} ${answer.status}`);
  return answer;
}

const answered = new Set<string>();

test("responses match their documentation", async () => {
  const teacher = await addTeacher(app.context);
  const student = await addStudent(app.context);
  const courseId = await addCourse(app.context, teacher);
  await addEnrollment(app.context, student, courseId);
  const id = { params: { id: courseId } };
  const headers = { "app-id": "halaqa" };
  const slots = [{ day: "Monday", startTime: "09:00", endTime: "10:00" }];
  const certificate = { name: "Ijazah", issuingAuthority: "A school", year: 2001 };

  await callAs("get", "/api/courses");
  await callAs("get", "/api/courses/{id}", id);
  await callAs("get", "/api/courses/{id}");
  await callAs("get", "/api/courses/teacher", teacher);
  await callAs("get", "/api/courses/teacher");
  await callAs("get", "/api/courses/teacher/{id}", {
    ...student,
    params: { id: teacher.profileId },
  });
  await callAs("get", "/api/courses/student/{id}", {
    ...student,
    params: { id: student.profileId },
  });
  await callAs("put", "/api/courses/{id}", { ...teacher, ...id, body: { category: "Tajweed" } });
  await callAs("put", "/api/courses/{id}", { ...teacher, ...id, body: { price: -1 } });
  for (const caller of [{}, teacher]) {
    await callAs("get", "/api/teachers/{id}", { ...caller, params: { id: teacher.profileId } });
    await callAs("get", "/api/users/authUser/{userId}", {
      ...caller,
      params: { userId: teacher.actor.userId },
    });
  }
  for (const caller of [{}, student]) {
    await callAs("get", "/api/students/{id}", { ...caller, params: { id: student.profileId } });
    await callAs("get", "/api/users/authUser/{userId}", {
      ...caller,
      params: { userId: student.actor.userId },
    });
  }
  await callAs("get", "/api/teachers");
  await callAs("get", "/api/students");
  await callAs("put", "/api/teachers/{id}", {
    ...teacher,
    params: { id: teacher.profileId },
    body: { bio: "Teaches", age: 40, hourlyRate: 20, certifications: [certificate] },
  });
  await callAs("patch", "/api/students/{id}", {
    ...student,
    params: { id: student.profileId },
    body: { age: 12, parentGuardianName: "Maryam", learningGoals: ["Tajweed"] },
  });
  await callAs("put", "/api/teachers/{id}/timeslots", {
    ...teacher,
    params: { id: teacher.profileId },
    body: { availableTimeSlots: slots },
  });
  await callAs("get", "/api/teachers/{id}/timeslots", {
    ...student,
    params: { id: teacher.profileId },
  });
  await callAs("get", "/api/enrollment/student/enrollments", student);
  await callAs("post", "/api/enrollment/course/{courseId}/enroll", {
    ...student,
    params: { courseId },
    body: { studentId: student.profileId },
  });
  await callAs("get", "/api/zoom/status", teacher);
  await callAs("get", "/api/zoom/teacher/meetings", teacher);
  await callAs("get", "/api/timeline", student);
  await callAs("get", "/api/zoom/course/{courseId}/meetings", { ...student, params: { courseId } });
  await callAs("post", "/api/zoom/connect/ticket", { ...teacher, body: {} });
  await callAs("get", "/api/connect/accounts/current", teacher);
  const review = { resourceId: "halaqa", resourceType: "app", rating: 5, content: "A calm place." };
  const written = await callAs("post", "/api/reviews", { ...student, headers, body: review });
  const params = { id: written.body.data._id };
  await callAs("patch", "/api/reviews/{id}", { ...student, headers, params, body: { rating: 4 } });
  await callAs("post", "/api/reviews/{id}/helpful", { ...teacher, headers, params });
  await callAs("get", "/api/reviews/resource/type", { headers });
  await callAs("get", "/api/reviews/resource/{id}/stats", { headers, params: { id: "halaqa" } });
  await callAs("get", "/api/reviews/own?resourceId=halaqa", { ...student, headers });
  await callAs("delete", "/api/reviews/{id}", { ...student, headers, params });
  const thread = { ...student, params: { courseId } };
  const content = "Which page comes first?";
  const comment = await callAs("post", "/api/comments/course/{courseId}", {
    ...thread,
    body: { content },
  });
  const ofComment = { params: { id: comment.body.data._id } };
  await callAs("put", "/api/comments/{id}/hidden", {
    ...teacher,
    ...ofComment,
    body: { hidden: true },
  });
  await callAs("get", "/api/comments/course/{courseId}", thread);
  await callAs("delete", "/api/comments/{id}", { ...student, ...ofComment });
  await callAs("delete", "/api/courses/{id}", { ...teacher, ...id });
  // Most responses must be successes, because errors all have the same shape.
  expect([...answered].filter((call) => / 20\d$/.test(call)).length).toBeGreaterThan(24);
});

test("a response in a test that differs from its description is an error", async () => {
  const quiz = { _id: "qz_1" };
  const compare = (status: number, data: unknown) => {
    const body = { success: true, status: "success", data };
    const call = { method: "POST", path: "/api/quizzes/course/crs_1", status, body };
    return compareWithDescription(app.app, call);
  };
  await compare(201, quiz);
  const name = "POST /api/quizzes/course/{courseId}";
  await expect(compare(200, quiz)).rejects.toThrow(`${name} 200 is missing`);
  await expect(compare(201, null)).rejects.toThrow(`${name} 201 differs`);
  await expect(compare(201, {})).rejects.toThrow("_id");
  await expect(compare(409, quiz)).rejects.toThrow(`${name} 409 differs`);
});
