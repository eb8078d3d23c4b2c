/**
 * Vitest's global setup: one PostgreSQL server for the whole run, with a migrated template database
 * that every test file copies. TEST_DATABASE_URL selects another server.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { prepareDatabase } from "../database/prepare-database.ts";
import { databaseUrl, quietLog, runOnServer } from "../database/server-url.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a database from which others can be created and dropped. */
    serverUrl: string;
    /** The name of the migrated database that test files copy. */
    templateName: string;
  }
}

export default async function setUp(project: TestProject) {
  const server = await startServer();
  // Several projects of a run may use the same server.
  const templateName = `halaqa_template_${process.pid}_${project.name.replace("-", "_")}`;
  await runOnServer(server.url, `create database ${pg.escapeIdentifier(templateName)}`);
  await prepareDatabase(databaseUrl(server.url, templateName));
  project.provide("serverUrl", server.url);
  project.provide("templateName", templateName);

  return async () => {
    await runOnServer(server.url, `drop database ${pg.escapeIdentifier(templateName)}`);
    await server.stop();
  };
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), "halaqa-tests-"));
  // If root starts the tests, the server runs under another account, which needs access.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir,
    log: quietLog,
    durable: false,
    maxConnections: 300,
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
