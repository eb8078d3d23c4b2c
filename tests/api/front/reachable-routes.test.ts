/**
 * Every route of the API, held against what Hono has registered. A new one belongs into this list; one
 * that nobody wrote fails it. tests/e2e/reachable-routes.test.ts does the same for pages.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("the API has these routes and no others", () => {
  // What is registered for all methods is middleware: it hands on, or refuses.
  const routes = app.app.routes
    .filter(({ method, path }) => !(method === "ALL" && path.endsWith("/*")))
    .map(({ method, path }) => `${path} ${method}`);
  expect([...new Set(routes)].sort().join("\n")).toMatchInlineSnapshot();
});
