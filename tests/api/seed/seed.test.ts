import { afterAll, beforeAll, expect, it } from "vitest";
import { seedDemo } from "#server/db/seed/seed.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ sandbox: true });
});
afterAll(() => app.close());

it("seeds", async () => {
  const t = performance.now();
  await seedDemo(app.context);
  process.stdout.write(`took ${performance.now() - t}\n`);
  const t2 = performance.now();
  await seedDemo(app.context);
  process.stdout.write(`took ${performance.now() - t2}\n`);
  expect(1).toBe(1);
});
