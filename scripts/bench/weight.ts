/** Measures what a page without islands loads before the visitor does anything. */

import { maxInlineBytes, maxSheetBytes, maxSheets } from "../lighthouse/goals.ts";
import type { Row } from "./report.ts";
import { getAsBrowser } from "./throughput.ts";

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;

/**
 * The compressed size of scripts, inline script and style sheets, and their sum, without images.
 */
export async function weighPage(origin: string, path: string): Promise<Row[]> {
  const page = await readPage(origin + path);
  if (!page) return [];
  const { html, bytes } = page;
  const scripts = [...html.matchAll(/<script[^>]*\ssrc=|<link[^>]*rel="modulepreload"/g)].length;
  const islands = [...html.matchAll(/<astro-island/g)].length;
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
    .filter(([tag]) => !tag.includes("application/ld+json"))
    .reduce((sum, [, content = ""]) => sum + Buffer.byteLength(content), 0);
  const sheets = [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*>/g)].map(([tag]) =>
    hrefOf(tag),
  );
  const fonts = [...html.matchAll(/<link[^>]*rel="preload"[^>]*as="font"[^>]*>/g)].map(([tag]) =>
    hrefOf(tag),
  );
  const sheetBytes = await weigh(origin, sheets);
  const total = bytes + sheetBytes + (await weigh(origin, fonts));
  const row = (what: string, goal: string, measured: string, met: boolean): Row => ({
    what: `${path}: ${what}`,
    goal,
    measured,
    met,
  });
  return [
    row(
      "external scripts before the visitor acts",
      "0",
      String(scripts + islands),
      scripts + islands === 0,
    ),
    row(
      "inline script",
      `≤ ${kilobytes(maxInlineBytes(path))}`,
      kilobytes(inline),
      inline <= maxInlineBytes(path),
    ),
    row(
      "style sheets",
      `${maxSheets(path)}, ≤ ${kilobytes(maxSheetBytes(path))}`,
      `${sheets.length}, ${kilobytes(sheetBytes)}`,
      sheets.length <= maxSheets(path) && sheetBytes <= maxSheetBytes(path),
    ),
    row("first view with preloaded fonts", "≤ 120 kB", kilobytes(total), total <= 120_000),
  ];
}

async function readPage(url: string): Promise<{ html: string; bytes: number } | undefined> {
  const { body, status } = await getAsBrowser(url);
  if (status !== 200) return undefined;
  return { html: await (await fetch(url)).text(), bytes: body.length };
}

const hrefOf = (tag: string): string => /href="([^"]*)"/.exec(tag)?.[1] ?? "";

async function weigh(origin: string, paths: string[]): Promise<number> {
  let sum = 0;
  for (const path of paths) sum += (await getAsBrowser(origin + path)).body.length;
  return sum;
}
