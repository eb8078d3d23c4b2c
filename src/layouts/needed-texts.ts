/**
 * Determines which texts scripts show. A page contains the texts of its own scripts, and parts that
 * load later fetch theirs: the build completes `withTexts(import("./Part.tsx"))` with the nouns
 * that the part needs.
 */
import type { Plugin, Rolldown } from "vite";
import { nounOfFile } from "#translations/message-catalog.ts";
import { listNouns } from "#translations/runtime.node.ts";

type GetModule = Rolldown.PluginContext["getModuleInfo"];

/** The module with the texts of a noun. */
const textModule = /\/src\/translations\/([\w-]+)\.ts$/;

/** The nouns whose texts the module and its imports show, without what it loads later. */
export function listNeededTexts(getModule: GetModule, entry: string): string[] {
  const reached = new Set([entry]);
  const found = new Set<string>();
  for (const id of reached) {
    const noun = nounOfFile(textModule.exec(id)?.[1] ?? "");
    if (listNouns().has(noun)) found.add(noun);
    for (const imported of getModule(id)?.importedIds ?? []) reached.add(imported);
  }
  return [...found].sort();
}

const call = /\bwithTexts\(\s*import\(("[^"]+")\),?\s*\)/g;
const marker = /(["'`])texts-of:([^"'`]*)\1/g;

export const neededTexts: Plugin = {
  name: "halaqa:needed-texts",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ config }) => config.consumer === "client",
  async transform(code, importer) {
    if (!importer.includes("/src/islands/") || !code.includes("withTexts(")) return null;
    let completed = code;
    for (const [whole, quoted = ""] of code.matchAll(call)) {
      const part = await this.resolve(JSON.parse(quoted), importer);
      if (!part) throw new Error(`${quoted} of ${importer} isn't a module.`);
      completed = completed.replace(whole, `withTexts(import(${quoted}), "texts-of:${part.id}")`);
    }
    // Only the call's arguments become longer.
    return { code: completed, map: null };
  },
  renderChunk(code) {
    if (!code.includes("texts-of:")) return null;
    const completed = code.replaceAll(marker, (_, _quote, id: string) =>
      JSON.stringify(listNeededTexts((each) => this.getModuleInfo(each), id)),
    );
    return { code: completed, map: null };
  },
};
