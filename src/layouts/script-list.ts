/**
 * Writes which scripts each island needs into `scripts.json` next to the build's folders, so that
 * pages can announce them (`#server/gateway/announced-scripts.ts`).
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { scriptListName } from "#server/gateway/announced-scripts.ts";

export const scriptList: Plugin = {
  name: "halaqa:script-list",
  apply: "build",
  applyToEnvironment: ({ config }) => config.consumer === "client",
  writeBundle({ dir = "" }, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const entries = chunks.filter(({ isEntry }) => isEntry);
    const list = entries.map(({ fileName }) => [`/${fileName}`, listFiles(fileName, bundle)]);
    writeFileSync(join(dir, "..", scriptListName), JSON.stringify(Object.fromEntries(list)));
  },
};

/** The file and everything that it imports. */
function listFiles(entry: string, bundle: Rolldown.OutputBundle): string[] {
  const found = new Set([entry]);
  for (const fileName of found) {
    const file = bundle[fileName];
    if (file?.type === "chunk") for (const imported of file.imports) found.add(imported);
  }
  return [...found].map((fileName) => `/${fileName}`);
}
