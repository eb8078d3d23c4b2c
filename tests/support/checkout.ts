/**
 * A small working copy of the repository with the real scripts and a fake server that tests
 * control.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { quickStart } from "./setup/quick-start-env.ts";

const root = join(import.meta.dirname, "..", "..");

const config = `
import node from "@astrojs/node";
import { defineConfig } from "astro/config";
export default defineConfig({ output: "server", adapter: node({ mode: "middleware" }) });
`;

const server = `
import { createServer } from "node:http";
console.log(\`server \${process.pid}\`);
createServer((request, response) => {
  if (request.url === "/die") process.exit(3);
  response.end(process.env.SANDBOX_SMTP_PORT);
}).listen(Number(process.env.PORT), "127.0.0.1");
for (const event of ["SIGTERM", "SIGINT", "disconnect"]) process.once(event, () => process.exit(0));
`;

/** Creates the working copy, which the caller must remove. */
export function createCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), "halaqa-checkout-"));
  const copied = [
    "scripts",
    "src/content/schema.ts",
    "src/lib",
    "src/server",
    "src/sandbox",
    "src/translations",
    "package.json",
  ];
  for (const path of [...copied, "tsconfig.json", "package-lock.json"]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  // Writing the text of the Quran again would take longer than a build.
  for (const shared of ["node_modules", ".quran"]) {
    symlinkSync(join(root, shared), join(folder, shared));
  }
  mkdirSync(join(folder, "src", "pages"));
  writeFileSync(join(folder, "astro.config.mjs"), config);
  writeFileSync(join(folder, "src", "server", "main.ts"), server);
  writePage(folder, "first");
  return folder;
}

/** Changes the source of the working copy's only page. */
export function writePage(checkout: string, words: string): void {
  writeFileSync(join(checkout, "src", "pages", "index.astro"), `<p>${words}</p>\n`);
}

export interface RunningScript {
  process: ChildProcess;
  /** The output of both streams so far. */
  output(): string;
  /** The exit code. */
  ended: Promise<number | null>;
}

/**
 * Runs one of the working copy's scripts, which is killed at the end of the test. A temporary copy has
 * its own cache for compiled code, which is removed with it.
 */
export function runScript(
  checkout: string,
  script: string,
  env: Record<string, string> = {},
  args: readonly string[] = [],
): RunningScript {
  const child = spawn(process.execPath, [join("scripts", script), ...args], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...(checkout === root ? quickStart : { NODE_COMPILE_CACHE: join(checkout, ".cache") }),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data: Buffer) => {
      text += data;
    });
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { process: child, output: () => text, ended };
}
