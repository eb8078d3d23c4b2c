/**
 * `npm run test:cluster`: runs the API tests on a PostgreSQL server, alternating between two apps,
 * and the tests of two servers that share it. Further arguments are passed to Vitest, such as
 * `--project cluster`.
 *
 * Debian's `pg_virtualenv` creates the PostgreSQL server for this run and removes it afterward.
 * TEST_DATABASE_URL names a different server, on which databases are created and dropped.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { installDebianPackage } from "./support/debian.ts";

const serverTool = "/usr/bin/pg_virtualenv";
const inner = "--on-the-server";

const vitestArguments = process.argv.slice(2).filter((argument) => argument !== inner);

if (process.env.TEST_DATABASE_URL) process.exitCode = runTests(process.env.TEST_DATABASE_URL);
else if (process.argv.includes(inner)) process.exitCode = runTests(addressFromEnvironment());
else process.exitCode = runOnOwnServer();

function runOnOwnServer(): number {
  if (!existsSync(serverTool)) {
    installDebianPackage("postgresql", "No PostgreSQL server is installed");
  }
  if (!existsSync(serverTool)) {
    console.error(
      "A PostgreSQL server is needed: install Debian's packages postgresql and postgresql-common, or set TEST_DATABASE_URL to a server's superuser.",
    );
    return 1;
  }
  const script = [process.execPath, import.meta.filename, inner, ...vitestArguments];
  // -t uses a temporary folder, so that concurrent or interrupted runs don't interfere.
  return run(serverTool, ["-t", "-o", "max_connections=300", "-o", "fsync=off", ...script]);
}

/** The URL of pg_virtualenv's server, which libpq's environment variables describe. */
function addressFromEnvironment(): string {
  const { PGUSER = "postgres", PGPASSWORD = "", PGHOST = "localhost", PGPORT } = process.env;
  return `postgres://${PGUSER}:${encodeURIComponent(PGPASSWORD)}@${PGHOST}:${PGPORT}/postgres`;
}

function runTests(url: string): number {
  const projects = vitestArguments.some((argument) => argument.startsWith("--project"))
    ? []
    : ["--project", "api*", "--project", "cluster"];
  return run("vitest", ["run", ...projects, ...vitestArguments], {
    TEST_DATABASE_URL: url,
    // Requests of the API tests alternate between two apps.
    TEST_APPS: "2",
  });
}

function run(program: string, parameters: string[], env: NodeJS.ProcessEnv = {}): number {
  const { status, error } = spawnSync(program, parameters, {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (error) console.error(`${program} couldn't be run: ${error.message}`);
  return status ?? 1;
}
