/** Secrets that are generated once and stored in DATA_DIR/secrets.json. */
import { createHmac, randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { ConfigError } from "./config-error.ts";
import { ensureDataFolder } from "./data-folder.ts";

const text = z.string().check(z.minLength(1));

/** The secrets that the server shares with the sandbox, with the beginnings of their values. */
const sandboxSecrets = {
  stripeSecretKey: "sk_sandbox_",
  stripeWebhookSecret: "whsec_",
  zoomClientId: "sandbox_",
  zoomClientSecret: "",
  zoomWebhookSecret: "",
} as const;

export type Secrets = Record<"appSecret" | keyof typeof sandboxSecrets, string>;

/** Files of earlier versions lack the secrets of newer providers. */
const StoredSecrets = z.object({
  appSecret: text,
  ...mapSandboxSecrets(() => z.optional(text)),
});

function mapSandboxSecrets<Value>(
  make: (name: keyof typeof sandboxSecrets, beginning: string) => Value,
): Record<keyof typeof sandboxSecrets, Value> {
  const names = Object.keys(sandboxSecrets) as (keyof typeof sandboxSecrets)[];
  return Object.fromEntries(
    names.map((name) => [name, make(name, sandboxSecrets[name])]),
  ) as Record<keyof typeof sandboxSecrets, Value>;
}

const random = (bytes = 24) => randomBytes(bytes).toString("base64url");

function generateSecrets(): Secrets {
  return {
    appSecret: random(48),
    ...mapSandboxSecrets((_, beginning) => `${beginning}${random()}`),
  };
}

/**
 * Completes the secrets of a file. Missing ones are derived from the application secret, so that
 * every process gets the same without writing to the file.
 */
function completeSecrets({ appSecret, ...stored }: z.infer<typeof StoredSecrets>): Secrets {
  const derive = (name: string) =>
    createHmac("sha256", appSecret).update(`sandbox ${name}`).digest("base64url");
  return {
    appSecret,
    ...mapSandboxSecrets((name, beginning) => stored[name] ?? `${beginning}${derive(name)}`),
  };
}

/**
 * Loads the secrets of a data folder, and generates them on first use. Processes that start at the
 * same time get the same secrets. All except the application secret are shared with the sandbox.
 *
 * @throws ConfigError if the folder can't be used, or if the file was changed. It is never replaced
 * automatically, because that would end all sessions and make encrypted tokens unreadable.
 */
export function loadSecrets(dataDir: string): Secrets {
  const path = join(dataDir, "secrets.json");
  try {
    ensureDataFolder(dataDir);
    return readSecrets(path) ?? createSecrets(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    const { message } = error as Error;
    throw new ConfigError([
      `DATA_DIR can't be used (${message}): set it to a folder that the account of the server can read and write`,
    ]);
  }
}

function readSecrets(path: string): Secrets | undefined {
  let content: string;
  try {
    content = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return completeSecrets(StoredSecrets.parse(JSON.parse(content)));
  } catch {
    throw new ConfigError([
      `${path} doesn't contain this app's secrets. Restore it from a backup, or remove it so that new ones are created. That ends every session and disconnects every Zoom account`,
    ]);
  }
}

/**
 * Writes a temporary file and links it to its final name, so that the file appears once and
 * complete.
 */
function createSecrets(path: string): Secrets {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(generateSecrets(), null, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(temporary);
  }
  const secrets = readSecrets(path);
  if (!secrets) throw new Error(`${path} was removed while it was being written`);
  return secrets;
}
