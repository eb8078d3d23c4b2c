/**
 * Runs an app with an embedded PostgreSQL in a separate process that tests can kill. It gets its
 * options as JSON, prints each log line and its URL as a line of JSON, and stops on SIGTERM.
 */
import {
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "#server/db/embedded/embedded.ts";

type Options = Omit<EmbeddedPostgresOptions, "log"> & { uid?: number };
export type Report =
  | { log: string }
  | { failed: string }
  | { ready: { url: string; dataDir: string } };

const { uid, ...options } = JSON.parse(process.argv[2] ?? "{}") as Options;
// After all modules are loaded, because the other account may have no access to the working copy.
if (uid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(uid);
  process.setuid?.(uid);
}

const report = (line: Report) => process.stdout.write(`${JSON.stringify(line)}\n`);
const log = (line: string) => report({ log: line });

try {
  const server = await startEmbeddedPostgres({
    ...options,
    log: { debug: log, info: log, warn: log, error: log },
  });
  process.once("SIGTERM", async () => {
    await server.stop();
    process.exit();
  });
  report({ ready: { url: server.url, dataDir: server.dataDir } });
} catch (error) {
  report({ failed: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
