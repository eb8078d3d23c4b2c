/**
 * A process that loads the modules with the given paths and prints the texts that they looked up
 * while loading. Node.js itself loads a thousand modules in a fraction of the time that Vite needs.
 */
import { readFile } from "node:fs/promises";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { transformWithOxc } from "vite";
import { found } from "./recording-runtime.ts";

const recorder = import.meta.resolve("./recording-runtime.ts");
const urls = process.argv.slice(2).map((path) => pathToFileURL(path).href);

// Node.js can't load TSX. Hooks can't wait, so the files are converted first.
const components = new Map<string, string>();
for (const url of urls.filter((each) => each.endsWith(".tsx"))) {
  const { code } = await transformWithOxc(await readFile(new URL(url), "utf8"), url, {
    jsx: { runtime: "automatic" },
    typescript: { onlyRemoveTypeImports: true },
    sourcemap: false,
    tsconfig: false,
  });
  components.set(url, code);
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === "#translations/runtime.ts") return { url: recorder, shortCircuit: true };
    // Vite replaces these by the URL of the file.
    if (specifier.endsWith("?url")) {
      return { url: "data:text/javascript,export default ''", shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    const source = components.get(url);
    return source ? { format: "module", source, shortCircuit: true } : nextLoad(url, context);
  },
});

for (const url of urls) await import(url);
const whileLoading = [...found];

// Proves that a looked-up text is recorded.
const { getTexts } = await import("../../../src/translations/accounts.ts");
getTexts("accounts")("signUp.intro");
process.stdout.write(JSON.stringify({ whileLoading, afterward: found.slice(whileLoading.length) }));
