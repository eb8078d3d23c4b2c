/**
 * Converts `.astro` files to TSX, as `astro check` does, so that TypeScript 7 can check them.
 * TypeScript 7 is many times as fast as the JavaScript compiler, but has no interface for files of
 * other kinds.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ConvertToTsxResult, convertToTsx } from "@astrojs/astro2tsx";

/** Errors that astro check ignores as well, because TSX is stricter than Astro's syntax. */
const allowed = new Set([
  // A page may return a response.
  "TS1108",
  "TS1208",
  // An attribute may be repeated.
  "TS17001",
]);
const error = 1;

interface Position {
  line: number;
  column: number;
}

interface Converted {
  /** The path of the `.astro` file. */
  path: string;
  source: string;
  code: string;
  mappings: ConvertToTsxResult["mappings"];
}

export interface AstroFiles {
  /** Syntax errors, in the form of TypeScript's messages. */
  problems: string[];
  /**
   * Replaces the place of a TypeScript error in a converted file with the one in the `.astro` file.
   * Undefined for a line about an error that Astro allows.
   */
  translate(line: string): string | undefined;
}

/**
 * Writes the TSX of all `.astro` files below `src` to `target`, under the same paths, and their scripts
 * beside them. With `rootDirs`, TypeScript finds what they import relatively.
 */
export function convertAstroFiles(root: string, target: string): AstroFiles {
  const folder = join(root, target);
  rmSync(folder, { recursive: true, force: true });
  const files = new Map<string, Converted>();
  const problems: string[] = [];
  for (const path of globSync("src/**/*.astro", { cwd: root })) {
    const source = readFileSync(join(root, path), "utf8");
    const { code, mappings, scripts, diagnostics } = convertToTsx(source, { filename: path });
    for (const { message, severity, position } of diagnostics) {
      if (severity === error) problems.push(`${placeIn(path, source, position.start)}: ${message}`);
    }
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const add = (name: string, converted: Converted) => {
      writeFileSync(join(folder, name), converted.code);
      files.set(`${target}/${name}`, converted);
    };
    add(`${path}.tsx`, { path, source, code, mappings });
    for (const [index, { type, content, position }] of scripts.entries()) {
      if (type !== "module" && type !== "processed-module") continue;
      const isAt: Converted["mappings"] = [[0, content.length, position.start, content.length, 0]];
      const module = `${content}\nexport {};\n`;
      add(`${path}.${index}.mts`, { path, source, code: module, mappings: isAt });
    }
  }
  return { problems, translate: (line) => translate(files, line) };
}

function translate(files: ReadonlyMap<string, Converted>, line: string): string | undefined {
  const [, file = "", row, column, rest, code = ""] =
    /^(\S+)\((\d+),(\d+)\)(: error (TS\d+): .*)$/.exec(line) ?? [];
  const found = files.get(file);
  if (!found) return line;
  if (allowed.has(code)) return undefined;
  const { path, source, code: converted, mappings } = found;
  const offset = offsetOf(converted, { line: Number(row), column: Number(column) });
  return `${placeIn(path, source, findOriginal(mappings, offset))}${rest}`;
}

/** The offset in the `.astro` file; that of the part before it, if it isn't in the file. */
function findOriginal(mappings: Converted["mappings"], offset: number): number {
  let original = 0;
  for (const [start, length, originalStart] of mappings) {
    if (start > offset) break;
    original = originalStart + Math.min(offset - start, length);
  }
  return original;
}

function offsetOf(text: string, { line, column }: Position): number {
  const before = text.split("\n", line - 1).join("\n");
  return before.length + (line > 1 ? 1 : 0) + column - 1;
}

function placeIn(path: string, text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `${path}(${lines.length},${(lines.at(-1)?.length ?? 0) + 1})`;
}
