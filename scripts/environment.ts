/** What every script does with the environment before it starts anything. */
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { type Config, ConfigError, getConfig } from "#server/config/config.ts";
import { loadSecrets, type Secrets } from "#server/config/secrets.ts";
import { UnexpectedEnd } from "./child.ts";

/** The configuration of this start; a file `.env` fills in what the environment leaves open. */
export function readEnvironment(): { config: Config; secrets: Secrets } {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const secrets = loadSecrets(process.env.DATA_DIR || ".data");
  return { config: getConfig(process.env, secrets), secrets };
}

/** Where this machine reaches what listens on the host, also when that is every interface. */
export function localHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}

/** Rejects when a program listens on the port of this machine already. */
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

/** A start that can't succeed, for a reason that its message explains in full. */
export class StartError extends Error {}

/** What to print for an error: our own ones speak for themselves, others need their stack. */
export function explain(error: unknown): unknown {
  const expected = [ConfigError, StartError, UnexpectedEnd].some((kind) => error instanceof kind);
  return expected && error instanceof Error ? error.message : error;
}
