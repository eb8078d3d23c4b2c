/**
 * Vitest's global set-up: one PostgreSQL for the whole run, with a migrated template from which
 * every test file copies its own database. TEST_DATABASE_URL names another server to use.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import pino from "pino";
import type { TestProject } from "vitest/node";
import { getConfig } from "#server/config.ts";
import { closeContext, createContext } from "#server/create-context.ts";
import { createPool } from "#server/db/connection.ts";
import { startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { loadSecrets } from "#server/secrets.ts";
import { databaseUrl, quietLog, runOnServer } from "./server-url.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A database of the server from which others can be created and dropped. */
    serverUrl: string;
    /** The name of the migrated database that test files copy. */
    templateName: string;
  }
}

export default async function setUp(project: TestProject) {
  const server = await startServer();
  // Several projects of a run may be on one server.
  const templateName = `halaqa_template_${process.pid}_${project.name.replace("-", "_")}`;
  await runOnServer(server.url, `create database ${pg.escapeIdentifier(templateName)}`);
  const pool = createPool(databaseUrl(server.url, templateName), { log: quietLog });
  await migrate(pool);
  await prepareQueue(pool, databaseUrl(server.url, templateName));
  await pool.end();
  project.provide("serverUrl", server.url);
  project.provide("templateName", templateName);

  return async () => {
    await runOnServer(server.url, `drop database ${pg.escapeIdentifier(templateName)}`);
    await server.stop();
  };
}

/**
 * Makes the job queue's own tables, as the first start on a database does: a second's work, that
 * every app of every test would do anew.
 */
async function prepareQueue(pool: pg.Pool, url: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "halaqa-template-"));
  const config = getConfig({ DATA_DIR: dataDir }, loadSecrets(dataDir));
  const log = pino({ level: "silent" });
  const context = await createContext({ config, pool, databaseUrl: url, log });
  await closeContext(context);
  await rm(dataDir, { recursive: true });
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), "halaqa-tests-"));
  // Started by root, the server runs under another account, which must be able to enter.
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
