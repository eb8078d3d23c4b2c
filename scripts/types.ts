/**
 * `npm run types`: checks all types with TypeScript 7. It checks `.astro` files as the TSX that they
 * are converted to, and reports errors at their place in the `.astro` file.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { convertAstroFiles } from "./support/astro-tsx.ts";

const root = join(import.meta.dirname, "..");
const compiler = join(root, "node_modules", "typescript-7", "bin", "tsc");

// Astro describes the collections of content when it builds, and a new clone has no build yet.
if (!existsSync(join(root, ".astro", "types.d.ts"))) {
  const command = join(root, "node_modules", "astro", "bin", "astro.mjs");
  const synced = spawnSync(process.execPath, [command, "sync"], { cwd: root, encoding: "utf8" });
  if (synced.status !== 0) console.error(synced.stdout, synced.stderr);
}

const astro = convertAstroFiles(root, ".astro/tsx");
// Several threads would check shared types repeatedly, and `npm test` uses the other cores.
const options = ["-p", "tsconfig.types.json", "--noEmit", "--singleThreaded", "--pretty", "false"];
const { stdout, stderr, status } = spawnSync(process.execPath, [compiler, ...options], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 64 * 2 ** 20,
});
const found = [...astro.problems];
let isOmitted = false;
for (const line of stdout.split("\n").filter(Boolean)) {
  // Indented lines continue the error before them.
  if (line.startsWith(" ")) {
    if (!isOmitted) found.push(line);
    continue;
  }
  const translated = astro.translate(line);
  isOmitted = translated === undefined;
  if (translated !== undefined) found.push(translated);
}
if (stderr) console.error(stderr);
for (const line of found) console.error(line);
// A compiler that can't be started or crashes reports no error.
const hasCrashed = status !== 0 && stdout.trim() === "";
if (found.length > 0 || hasCrashed) process.exitCode = 1;
