import { afterAll } from "vitest";
import { createTestApp } from "../app.ts";

/**
 * Two processes of one deployment on one database, for a test file. They close after its last test.
 *
 *     const { app, secondProcess } = await openTwoApps({ RATE_LIMIT_FACTOR: "1000" });
 *
 * @param options.isSingle as in `createTestApp`, for each of the two.
 */
export async function openTwoApps(
  settings: Record<string, string> = {},
  { isSingle = false }: { isSingle?: boolean } = {},
) {
  const env = { APP_SECRET: "shared by both processes, as in a deployment", ...settings };
  const app = await createTestApp({ env, isSingle });
  const secondProcess = await createTestApp({ env, isSingle, database: app.database });
  afterAll(async () => {
    await secondProcess.close();
    await app.close();
  });
  return { app, secondProcess };
}
