/** Secrets that are generated once and stored in DATA_DIR/secrets.json. */
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { ensureDataFolder } from "./data-folder.ts";

const text = z.string().check(z.minLength(1));

const Secrets = z.object({
  appSecret: text,
  stripeSecretKey: text,
  stripeWebhookSecret: text,
  zoomClientId: text,
  zoomClientSecret: text,
  zoomWebhookSecret: text,
});

export type Secrets = z.infer<typeof Secrets>;

const random = (bytes = 24) => randomBytes(bytes).toString("base64url");

function generateSecrets(): Secrets {
  return {
    appSecret: random(48),
    stripeSecretKey: `sk_sandbox_${random()}`,
    stripeWebhookSecret: `whsec_${random()}`,
    zoomClientId: `sandbox_${random(12)}`,
    zoomClientSecret: random(),
    zoomWebhookSecret: random(),
  };
}

/**
 * Loads the secrets of a data folder, and generates them on first use. Processes that start at the
 * same time get the same secrets. All except the application secret are shared with the sandbox.
 *
 * @throws Error if the file can't be read or was changed. It is never replaced automatically,
 * because that would end all sessions and make encrypted tokens unreadable.
 */
export function loadSecrets(dataDir: string): Secrets {
  ensureDataFolder(dataDir);
  const path = join(dataDir, "secrets.json");
  return readSecrets(path) ?? createSecrets(path);
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
    return Secrets.parse(JSON.parse(content));
  } catch (cause) {
    throw new Error(
      `${path} doesn't contain this app's secrets. Restore it from a backup, or remove it so that new ones are created. That ends every session and disconnects every Zoom account.`,
      { cause },
    );
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
