import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../support/app.ts";

let app: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: a document whose shape is what the tests check
let description: any;
beforeAll(async () => {
  app = await createTestApp();
  description = (await app.call("GET", "/api/openapi.json")).body;
});
afterAll(() => app.close());

test("every call of the API is described, with a summary", () => {
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

test("inputs are described by the schemas that check them", () => {
  const { requestBody, responses } = description.paths["/api/auth/signup"].post;
  const { properties, required } = requestBody.content["application/json"].schema;
  expect(required.sort()).toEqual(["email", "name", "password"]);
  expect(properties.email).toMatchObject({ type: "string", format: "email", maxLength: 254 });
  expect(Object.keys(responses).sort()).toEqual(["201", "400"]);
});

test("failures are described as they are", async () => {
  const { schema } =
    description.paths["/api/auth/login"].post.responses["400"].content["application/json"];
  expect(schema).toEqual({ $ref: "#/components/schemas/Failure" });
  const { body } = await app.call("POST", "/api/auth/login", { body: {} });
  const { properties, required } = description.components.schemas.Failure;
  expect(Object.keys(body).sort()).toEqual(Object.keys(properties).sort());
  for (const key of required) expect(body).toHaveProperty(key);
});
