/**
 * Announces the scripts of a page and its islands at the start of its body, after the style sheet.
 * Otherwise the browser would discover each script only after loading the one that imports it,
 * starting with the island's file.
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Written by the build: the scripts that each island or page needs, keyed by its own script. */
export const scriptListName = "scripts.json";

let scripts: ReadonlyMap<string, readonly string[]> = new Map();

/** @param dist the folder of the build. */
export async function readScriptList(dist: string): Promise<void> {
  scripts = new Map(Object.entries(JSON.parse(await readFile(join(dist, scriptListName), "utf8"))));
}

/** An attribute may contain any character but the quote that ends it. */
const island = /<astro-island(?:"[^"]*"|[^">])*>/g;
const immediate = /\sclient="load"/;
const pageScript = /<script type="module" src="([^"]*)"/g;
const source = /\s(?:component|renderer)-url="([^"]*)"/g;

/**
 * A comment that marks where a page's scripts are announced. Each response has its own, because any
 * other place in the HTML, such as the end of the head, can also be part of what users have written:
 * attributes contain `<` and `>` as they are.
 */
export function createScriptsMarker(): string {
  return `<!--${randomUUID()}-->`;
}

/**
 * Replaces the marker with the page's own scripts and those of the islands that start at once. Other
 * islands load theirs when the page is idle or when they are seen.
 */
export function announceScripts(html: string, marker: string): string {
  const found = new Set<string>();
  for (const [tag] of html.matchAll(island)) {
    if (!immediate.test(tag)) continue;
    for (const [, url = ""] of tag.matchAll(source)) {
      for (const script of scripts.get(url) ?? []) found.add(script);
    }
  }
  for (const [, url = ""] of html.matchAll(pageScript)) {
    for (const script of scripts.get(url) ?? []) found.add(script);
  }
  const links = [...found].map((script) => `<link rel="modulepreload" href="${script}">`);
  return html.replace(marker, links.join(""));
}
