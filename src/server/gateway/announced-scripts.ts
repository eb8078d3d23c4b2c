/**
 * Announces the scripts of a page and its islands at the start of its body, after the style sheet,
 * together with the texts that they show. Otherwise the browser would discover each script only
 * after loading the one that imports it, starting with the island's file.
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeTextsElement } from "#translations/browser-texts.node.ts";
import { listNouns } from "#translations/runtime.node.ts";

/** Written by the build: what each island or page needs, keyed by its own script. */
export const scriptListName = "scripts.json";

export interface NeededFiles {
  /** The paths of scripts. */
  scripts: readonly string[];
  /** The nouns whose texts the scripts show. */
  texts: readonly string[];
}

/** Undefined in development, where scripts are loaded one by one. */
let needed: ReadonlyMap<string, NeededFiles> | undefined;

/** @param dist the folder of the build. */
export async function readScriptList(dist: string): Promise<void> {
  needed = new Map(Object.entries(JSON.parse(await readFile(join(dist, scriptListName), "utf8"))));
}

/** An attribute may contain any character but the quote that ends it. */
const island = /<astro-island(?:"[^"]*"|[^">])*>/g;
const immediate = /\sclient="load"/;
const pageScript = /<script type="module" src="([^"]*)"/g;
const source = /\s(?:component|renderer)-url="([^"]*)"/g;

/**
 * A comment that marks where a page's scripts are announced. Each response has its own, because any
 * other text in the HTML, such as the end of the head, can also occur in what users have written:
 * in attributes, `<` and `>` aren't escaped.
 */
export function createScriptsMarker(): string {
  return `<!--${randomUUID()}-->`;
}

/**
 * Replaces the marker with the texts of the page's own scripts and of its islands, and with links to
 * the page's scripts and those of the islands that start at once. Other islands load theirs when the
 * page is idle or when they are seen.
 */
export function announceScripts(html: string, marker: string): string {
  const scripts = new Set<string>();
  const texts = new Set<string>(needed ? [] : listNouns().keys());
  const add = (url: string, isImmediate: boolean) => {
    const files = needed?.get(url);
    if (isImmediate) for (const script of files?.scripts ?? []) scripts.add(script);
    for (const noun of files?.texts ?? []) texts.add(noun);
  };
  for (const [tag] of html.matchAll(island)) {
    for (const [, url = ""] of tag.matchAll(source)) add(url, immediate.test(tag));
  }
  for (const [, url = ""] of html.matchAll(pageScript)) add(url, true);
  const links = [...scripts].map((script) => `<link rel="modulepreload" href="${script}">`);
  return html.replace(marker, () => links.join("") + writeTextsElement(texts));
}
