/**
 * Part of `npm run lint`: rejects unidiomatic phrases, British spelling and test names that aren't
 * sentences.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findFragments, findRejectedPhrases } from "./support/language-rules.ts";

const root = join(import.meta.dirname, "..");
const files = globSync(
  [
    "*.md",
    "*.ts",
    "*.mjs",
    ".ci/*.*",
    "{docs,scripts,src,tests}/**/*.{astro,css,md,mdx,mjs,ts,tsx}",
    "src/translations/en/*.json",
  ],
  {
    cwd: root,
    // Two files quote what is rejected, one lists what people type, and translations aren't English.
    exclude: [
      "scripts/support/language-rules.ts",
      "src/lib/catalog/search-synonyms.ts",
      "tests/unit/scripts/language-rules.test.ts",
      "src/content/{home,pages}/{ar,ur,fr,es}{.md,/**}",
    ],
  },
);

let count = 0;
for (const file of files.sort()) {
  const text = readFileSync(join(root, file), "utf8");
  const problems = findRejectedPhrases(file, text);
  if (/\.test\.tsx?$/.test(file)) problems.push(...findFragments(file, text));
  for (const { line, found, instead } of problems) {
    console.error(`${file}:${line}  "${found}"  Use: ${instead}`);
  }
  count += problems.length;
}
if (files.length === 0) throw new Error("There are no files to check.");
if (count > 0) {
  console.error(`\n${count} phrases to replace. The glossary is in CONTRIBUTING.md.`);
  process.exitCode = 1;
}
