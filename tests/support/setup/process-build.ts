/**
 * Vitest's global setup for tests of whole processes. They use the built site, and most of them a
 * copy of a prepared data folder with a database.
 */
import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { ensureBuilt } from "../../../scripts/support/site-build.ts";
import { prepareDatabase } from "../database/prepare-database.ts";
import { quietLog } from "../database/server-url.ts";
import { makeDataDir } from "../processes/ready.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with an empty, migrated database that no process uses. */
    preparedDataDir: string;
  }
}

export default async function setUp(project: TestProject) {
  await ensureBuilt();
  const dataDir = await makeDataDir();
  const database = await startEmbeddedPostgres({ dataDir, log: quietLog, durable: false });
  await prepareDatabase(database.url);
  await database.stop();
  project.provide("preparedDataDir", dataDir);
  return () => rm(dataDir, { recursive: true });
}
