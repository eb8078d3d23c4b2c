/**
 * Writes the modules that give the texts of each noun their types, from the English catalogs:
 * `src/translations/<noun>.ts`, and `catalogs.ts` with all of them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompiledMessage } from "icu-minify/format";
import { compileCatalog, nounOfFile } from "#translations/message-catalog.ts";
import { listArguments } from "#translations/message-parts.ts";

export const translationsFolder = join(import.meta.dirname, "..", "..", "src", "translations");

const generated = "// Written by `npm run texts`. Change the English catalog instead.";

/** The generated files by name, with their content. */
export function writeTextModules(folder = translationsFolder): Map<string, string> {
  const english = join(folder, "en");
  const names = readdirSync(english).filter((name) => name.endsWith(".json"));
  const files = names.map((name) => name.replace(/\.json$/, "")).sort();
  const modules = files.map((file): [string, string] => {
    const catalog = JSON.parse(readFileSync(join(english, `${file}.json`), "utf8"));
    return [`${file}.ts`, writeModule(file, compileCatalog(catalog))];
  });
  return new Map([...modules, ["catalogs.ts", writeList(files)]]);
}

const typeOfTexts = (file: string): string => {
  const noun = nounOfFile(file);
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}Texts`;
};

function writeModule(file: string, messages: Record<string, CompiledMessage>): string {
  const types = Object.entries(messages).map(([key, message]) => writeKey(key, message));
  const hasTags = types.some((type) => /\bTag\b/.test(type));
  const type = typeOfTexts(file);
  return `${generated}
import { createTexts${hasTags ? ", type Tag" : ""} } from "./texts.ts";

export interface ${type} {
${types.join("\n")}
}

export const getTexts = createTexts<"${nounOfFile(file)}", ${type}>("${nounOfFile(file)}");
`;
}

function writeKey(key: string, message: CompiledMessage): string {
  const name = /^\w+$/.test(key) ? key : JSON.stringify(key);
  const found = [...listArguments(message)];
  if (found.length === 0) return `  ${name}: null;`;
  const fields = found.map(([argument, type]) => `${argument}: ${argumentTypes[type]}`);
  const line = `  ${name}: { ${fields.join("; ")} };`;
  if (line.length <= 100) return line;
  return `  ${name}: {\n${fields.map((field) => `    ${field};`).join("\n")}\n  };`;
}

const argumentTypes = {
  text: "string | number",
  choice: "string",
  number: "number",
  date: "Date",
  tag: "Tag",
} as const;

function writeList(files: readonly string[]): string {
  return `${generated}
${files.map((file) => `import type { ${typeOfTexts(file)} } from "./${file}.ts";`).join("\n")}

/** The texts of all nouns. */
export interface Catalogs {
${files.map((file) => `  ${nounOfFile(file)}: ${typeOfTexts(file)};`).join("\n")}
}
`;
}
