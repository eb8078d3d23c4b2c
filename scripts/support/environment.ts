/** Reads and checks the environment before a script starts anything. */
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { type Config, getConfig } from "#server/config/config.ts";
import { ConfigError } from "#server/config/config-error.ts";
import { loadSecrets, type Secrets } from "#server/config/secrets.ts";
import { UnexpectedEnd } from "./child.ts";

/** The configuration. A file `.env` supplies variables that the environment doesn't set. */
export function readEnvironment(): { config: Config; secrets: Secrets } {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const secrets = loadSecrets(process.env.DATA_DIR || ".data");
  return { config: getConfig(process.env, secrets), secrets };
}

/** The host name under which this machine reaches a listener, even one on all interfaces. */
export function localHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}

/** Rejects if a program already listens on the port. */
export async function refuseTakenPort(
  variable: string,
  port: number,
  host = "127.0.0.1",
): Promise<void> {
  const taken = await new Promise<boolean>((resolve) => {
    const socket = connect(port, host);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
  if (taken) {
    throw new StartError(
      `Port ${port} is taken by another program. Stop it, or set ${variable} to a free port.`,
    );
  }
}

/** An expected failure, whose message says how to fix it. */
export class StartError extends Error {}

/** What to print for an error: only the message for our own errors, the stack trace for others. */
export function explain(error: unknown): unknown {
  const expected = [ConfigError, StartError, UnexpectedEnd].some((kind) => error instanceof kind);
  return expected && error instanceof Error ? error.message : error;
}
