/**
 * Vitest's global setup for the cluster tests: the PostgreSQL server that TEST_DATABASE_URL names,
 * and the S3-compatible store s3rver, which is downloaded for the run.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findFreePort } from "../../../scripts/support/free-port.ts";
import { ensureBuilt } from "../../../scripts/support/site-build.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a database from which others can be created and dropped. */
    clusterServerUrl: string;
    /** The environment variables that name the store. */
    bucket: Record<string, string>;
  }
}

// Installed only for this run, because neither the product nor other tests need it and it is
// outdated.
const store = "s3rver@3.7.1";

export default async function setUp(project: TestProject) {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error("Run this with npm run test:cluster: it needs a PostgreSQL server.");
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), "halaqa-bucket-"));
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const place = ["--directory", folder, "--address", "127.0.0.1", "--port", String(port)];
  const child = spawn(
    "npm",
    ["exec", "--yes", `--package=${store}`, "--", "s3rver", ...place, "--silent"].concat([
      "--configure-bucket",
      "uploads",
    ]),
    { stdio: ["ignore", "inherit", "inherit"], detached: true },
  );
  const ended = once(child, "exit");
  await Promise.race([
    waitUntilListening(endpoint),
    ended.then(() => {
      throw new Error(`${store} ended before it listened.`);
    }),
  ]);

  project.provide("clusterServerUrl", url);
  project.provide("bucket", {
    S3_BUCKET: "uploads",
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  });
  return async () => {
    // npm starts the store through a shell. All of these processes belong to one group.
    if (child.pid && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await ended;
    await rm(folder, { recursive: true });
  };
}

async function waitUntilListening(url: string): Promise<void> {
  for (;;) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
