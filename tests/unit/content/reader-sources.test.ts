import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "..", "..", "..", "src");
const sources = readFileSync(join(source, "styles", "reader", "sources.css"), "utf8");
const scanned = [...sources.matchAll(/^@source "\.\.\/\.\.\/(.*)";$/gm)].map(
  ([, path = ""]) => path,
);

const read = (path: string): string => readFileSync(join(source, path), "utf8");

/** The `.astro` files that a file imports directly or indirectly, including itself. */
function astroFilesOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, imported = ""] of read(path).matchAll(/^import .* from "(\..*\.astro)";$/gm)) {
    astroFilesOf(relative(source, resolve(source, dirname(path), imported)), found);
  }
  return found;
}

const readerPages = readdirSync(join(source, "pages/quran"), { recursive: true, encoding: "utf8" })
  .map((name) => join("pages/quran", name))
  .filter((path) => path.endsWith(".astro") && read(path).includes("/QuranPage.astro"));
const used = new Set(readerPages.flatMap((path) => [...astroFilesOf(path)]));

test("the reader's style sheet has the classes of every component that its pages use", () => {
  expect(readerPages.length).toBeGreaterThan(4);
  const isScanned = (path: string) =>
    scanned.some((each) => path === each || path.startsWith(`${each}/`));
  // Markup without classes needs no styles.
  const withClasses = [...used].filter((path) => /class(:list)?=/.test(read(path)));
  expect(withClasses.filter((path) => !isScanned(path))).toEqual([]);
});

test("the reader's style sheet names no component that its pages don't use", () => {
  const named = scanned.filter((path) => path.endsWith(".astro"));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !used.has(path))).toEqual([]);
});
