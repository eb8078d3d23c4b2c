/** Translated content pages have the same parts as the English ones, and are as recent. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { completeLanguages, defaultLanguage, languages } from "#lib/languages.ts";
import { pageTranslationSchema } from "../../../src/content/schema.ts";

const folder = join(import.meta.dirname, "../../../src/content");
const others = languages.filter((language) => language !== defaultLanguage);

const listPages = (path: string): string[] =>
  existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(".mdx")) : [];
const english = listPages(join(folder, "pages"));

/** The fields above the text, as Astro reads them. */
function readFields(page: string): Record<string, unknown> {
  const lines = page.split("---")[1]?.trim().split("\n") ?? [];
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^(\w+): "?(.*?)"?$/.exec(line) ?? [];
      return [name, name === "updated" ? new Date(value) : value];
    }),
  );
}

/** The parts of a text in order, without their wording. */
function outline(text: string): string[] {
  return text.match(/^updated: .*|^#+(?= )|<\/?[A-Z]\w*|\]\([^)#]*|\bsrc=\S+|href="[^"#]*/gm) ?? [];
}

test.for(others)("the content pages in %s have the same parts as the English ones", (language) => {
  const translated = listPages(join(folder, "pages", language));
  if (completeLanguages.includes(language)) expect(translated).toEqual(english);
  for (const name of translated) {
    const page = readFileSync(join(folder, "pages", name), "utf8");
    const translation = readFileSync(join(folder, "pages", language, name), "utf8");
    expect(outline(translation), name).toEqual(outline(page));
    expect(pageTranslationSchema.safeParse(readFields(translation)).error?.issues, name).toBe(
      undefined,
    );
  }
});

test.for(others)("the home page in %s gives the same reasons as the English one", (language) => {
  const path = join(folder, "home", `${language}.md`);
  if (!existsSync(path)) return expect(completeLanguages).not.toContain(language);
  const icons = (file: string) => readFileSync(file, "utf8").match(/icon: .*/g);
  expect(icons(path)).toEqual(icons(join(folder, "home.md")));
});

test("the outline of a text lists its parts, but not their wording", () => {
  const page =
    '## Refunds\n\nRead [the terms](/terms-of-use#refunds).\n\n<Faq question="Why?">Because.</Faq>';
  expect(outline(page)).toEqual(["##", "](/terms-of-use", "<Faq", "</Faq"]);
});
