/**
 * A process that loads the modules with the given paths and prints the texts that they looked up
 * while loading. Node.js itself loads a thousand modules in a fraction of the time that Vite needs.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { found } from "./recording-runtime.ts";

const recorder = import.meta.resolve("./recording-runtime.ts");

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
    if (!url.endsWith(".tsx")) return nextLoad(url, context);
    const { outputText } = ts.transpileModule(readFileSync(new URL(url), "utf8"), {
      compilerOptions: {
        jsx: ts.JsxEmit.ReactJSX,
        target: ts.ScriptTarget.ESNext,
        module: ts.ModuleKind.ESNext,
        verbatimModuleSyntax: true,
      },
    });
    return { format: "module", source: outputText, shortCircuit: true };
  },
});

for (const path of process.argv.slice(2)) await import(pathToFileURL(path).href);
const whileLoading = [...found];

// Proves that a looked-up text is recorded.
const { getTexts } = await import("../../../src/translations/accounts.ts");
getTexts("accounts")("signUp.intro");
process.stdout.write(JSON.stringify({ whileLoading, afterward: found.slice(whileLoading.length) }));
