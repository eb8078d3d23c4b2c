import { afterAll } from "vitest";
import { createTestApp } from "../app.ts";

/**
 * Two processes of one deployment on one database, for a test file. They close after its last test.
 *
 *     const { app, secondProcess } = await openTwoApps({ RATE_LIMIT_FACTOR: "1000" });
 */
export async function openTwoApps(settings: Record<string, string> = {}) {
  const env = { APP_SECRET: "shared by both processes, as in a deployment", ...settings };
  const app = await createTestApp({ env });
  const secondProcess = await createTestApp({ env, database: app.database });
  afterAll(async () => {
    await secondProcess.close();
    await app.close();
  });
  return { app, secondProcess };
}
