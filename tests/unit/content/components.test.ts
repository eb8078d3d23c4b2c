import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const components = join(import.meta.dirname, "..", "..", "..", "src", "components");

/** Server functions that components may call: formatting, logging and reading the configuration. */
const allowed = new Set([
  "#server/context.ts in quran/KeyList.astro",
  "#server/context.ts in quran/ReaderBar.astro",
  "#server/context.ts in ui/SkipOnError.astro",
  "#server/markdown/markdown.ts in markdown/Markdown.astro",
  "#server/seo/paths.ts in seo/SharePreview.astro",
  "#server/seo/structured-data/site.ts in ui/Breadcrumb.astro",
  "#server/seo/structured-data/thing.ts in seo/StructuredData.astro",
]);

test("components get their data from the page and query nothing themselves", () => {
  const found = readdirSync(components, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(astro|ts)$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(components, name), "utf8");
      return [...text.matchAll(/^import (?!type)[^;]*? from "(#server\/[^"]+)";$/gm)].map(
        ([, path]) => `${path} in ${name}`,
      );
    });
  expect(found.filter((use) => !allowed.has(use))).toEqual([]);
});
