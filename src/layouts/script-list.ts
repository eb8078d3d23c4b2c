/**
 * Writes which scripts and texts each island needs into `scripts.json` next to the build's folders, so that
 * pages can announce them (`#server/gateway/announced-scripts.ts`).
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { type NeededFiles, scriptListName } from "#server/gateway/announced-scripts.ts";
import { listNeededTexts } from "./needed-texts.ts";
import { onClickSources } from "./on-click-entry.ts";

export const scriptList: Plugin = {
  name: "halaqa:script-list",
  apply: "build",
  applyToEnvironment: ({ config }) => config.consumer === "client",
  writeBundle({ dir = "" }, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const entries = chunks.filter(({ isEntry }) => isEntry);
    const getModule = (id: string) => this.getModuleInfo(id);
    const list = entries.map(({ fileName, facadeModuleId }): [string, NeededFiles] => {
      const texts = listNeededTexts(getModule, facadeModuleId ?? "");
      // Scripts that load on a click can't have their texts added to the page.
      if (texts.length > 0 && `/${fileName}` in onClickSources) {
        throw new Error(`${fileName} must load what shows texts with withTexts(import(…)).`);
      }
      return [`/${fileName}`, { scripts: listFiles(fileName, bundle), texts }];
    });
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
