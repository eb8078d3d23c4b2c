/**
 * Finds what is wrong in the files that editors write, before Astro reads them: Astro stops at the
 * first mistake, and during development it only logs it.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseFrontmatter } from "astro/markdown";
import { mdxToJs } from "satteri";
import * as currentRoutes from "#lib/site/routes.ts";
import { contentComponentNames, contentFiles } from "../../src/content/schema.ts";

export interface ContentProblem {
  /** The path below the root of the repository. */
  file: string;
  /** What to do, one line per mistake. */
  message: string;
}

/** The part of `src/lib/site/routes.ts` that decides whether a page has a row. */
export type Routes = Pick<typeof currentRoutes, "findRoute">;

/**
 * @param root the folder that contains `src`.
 * @param routes the routes, if the file has changed since this process started.
 */
export function findContentProblems(
  root: string,
  routes: Routes = currentRoutes,
): ContentProblem[] {
  return Object.values(contentFiles).flatMap(({ base, pattern, schema }) =>
    globSync(pattern, { cwd: join(root, base) }).flatMap((path) => {
      const file = `${base}/${path}`;
      const { address } = /^(?<address>[^/]+)\.mdx$/.exec(path)?.groups ?? {};
      const source = readFileSync(join(root, file), "utf8");
      const mistakes = [
        ...checkFrontMatter(source, schema),
        ...(path.endsWith(".mdx") ? checkText(source) : []),
        ...(address === undefined ? [] : checkRoute(address, routes)),
      ];
      return mistakes.length === 0 ? [] : [{ file, message: mistakes.join("\n") }];
    }),
  );
}

type Schema = (typeof contentFiles)[keyof typeof contentFiles]["schema"];

function checkFrontMatter(source: string, schema: Schema): string[] {
  let frontmatter: unknown;
  try {
    ({ frontmatter } = parseFrontmatter(source));
  } catch (error) {
    // The YAML can't be read. The message quotes the line.
    return [error instanceof Error ? error.message : String(error)];
  }
  const { error } = schema.safeParse(frontmatter);
  return (error?.issues ?? []).map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  );
}

/** Checks what is below the front matter: the MDX, and the names of components. */
function checkText(source: string): string[] {
  let text: string;
  try {
    // Keeps the lines of the front matter, so that messages name the lines of the file.
    text = parseFrontmatter(source, { frontmatter: "empty-with-lines" }).content;
  } catch {
    // Reported with the front matter.
    return [];
  }
  try {
    return findUnknownComponents(text, mdxToJs(text).code);
  } catch (error) {
    return [describeMistake(error instanceof Error ? error.message : String(error))];
  }
}

const known = new Set<string>(contentComponentNames);

/** @param code the compiled text, which calls a function for every component that isn't imported. */
function findUnknownComponents(text: string, code: string): string[] {
  const names = [...code.matchAll(/_missingMdxReference\("([^"]+)"/g)].map(([, name = ""]) => name);
  return names
    .filter((name) => !known.has(name))
    .map((name) => {
      const line = text.slice(0, text.search(new RegExp(`<${name}\\b`))).split("\n").length;
      return `Line ${line}: There is no component <${name}>. Use one of: ${[...known].join(", ")}.`;
    });
}

/** @param message from the compiler, such as "6:1: Expected a closing tag (6:1) (mdx-jsx:name)". */
function describeMistake(message: string): string {
  const { line, text } =
    /^(?<line>\d+):\d+: (?<text>.*?)(?: \(\d+:\d+\))?(?: \([\w-]+:[\w-]+\))?$/s.exec(message)
      ?.groups ?? {};
  return line === undefined ? message : `Line ${line}: ${text}.`;
}

/** A page without a row would have neither header nor footer. */
function checkRoute(address: string, { findRoute }: Routes): string[] {
  if (findRoute(`/${address}`)) return [];
  return [`The page has no row in src/lib/site/routes.ts. Add: { path: "/${address}", ...open },`];
}

/** The problems as text for a terminal. */
export function formatContentProblems(problems: readonly ContentProblem[]): string {
  return problems
    .map(({ file, message }) => `${file}\n${message.replaceAll(/^/gm, "  ")}`)
    .join("\n\n");
}
