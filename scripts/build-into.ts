/** Builds the site into the folder given as an argument. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "astro";
import { precompress } from "#server/gateway/static-files/precompress.ts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("The folder to build into is needed.");

// The process that requested it is gone.
process.once("disconnect", () => process.exit(1));

// Its own cache, because two simultaneous builds would write the same files. It is next to the folder,
// because the build empties the folder after it has read the content into the cache.
const cacheDir = `${folder}.cache`;
try {
  await build({
    root: join(import.meta.dirname, ".."),
    outDir: folder,
    cacheDir,
    logLevel: "warn",
  });
} finally {
  rmSync(cacheDir, { recursive: true, force: true });
}
await precompress(join(folder, "client"));
process.exit();
