/** Builds the site into the folder given as an argument. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "astro";
import { precompress } from "#server/gateway/static-files/precompress.ts";
import { findContentProblems, formatContentProblems } from "./content-problems.ts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Pass the folder to build into as an argument.");

// Exits if the parent process has died.
process.once("disconnect", () => process.exit(1));

const root = join(import.meta.dirname, "..", "..");
const problems = findContentProblems(root);
if (problems.length > 0) {
  console.error(formatContentProblems(problems));
  process.exit(1);
}

// A separate cache, because two concurrent builds would write the same files. It is next to the
// folder, because the build empties the folder after reading the content into the cache.
const cacheDir = `${folder}.cache`;
try {
  await build({
    root,
    outDir: folder,
    cacheDir,
    logLevel: "warn",
  });
} finally {
  rmSync(cacheDir, { recursive: true, force: true });
}
await precompress(join(folder, "client"));
process.exit();
