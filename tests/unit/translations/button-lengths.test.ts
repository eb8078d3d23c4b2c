/** Texts of buttons and tabs are short enough in every language. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultLanguage, type Language, languages } from "#lib/languages.ts";
import { readMessages } from "#translations/runtime.node.ts";
import { listButtonTexts } from "../../../scripts/support/button-texts.ts";

const root = join(import.meta.dirname, "../../..");
const files = globSync("src/{components,islands,layouts,pages}/**/*.{astro,tsx}", { cwd: root });
const tabs = Object.keys(readMessages("dashboard", defaultLanguage))
  .filter((key) => /^(?:tab|page)\./.test(key))
  .map((key) => `dashboard.${key}`);
const keys = new Set([
  ...files.flatMap((file) => listButtonTexts(file, readFileSync(join(root, file), "utf8"))),
  ...tabs,
]);

/** How much longer than in English a text may be. */
const factor = 1.6;
/** Every button has room for this many letters. */
const room = 20;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const lengthOf = (text: string): number => [...graphemes.segment(text)].length;

function read(language: Language, key: string): string | undefined {
  const [noun = "", ...path] = key.split(".");
  const message = readMessages(noun, language)[path.join(".")];
  return typeof message === "string" ? message : undefined;
}

test("the texts of buttons are found", () => {
  expect(keys.size).toBeGreaterThan(150);
  expect(keys).toContain("comments.post");
});

test.for(languages.filter((language) => language !== defaultLanguage))(
  "no button in %s is much longer than in English",
  (language) => {
    const long = [...keys].flatMap((key) => {
      const english = read(defaultLanguage, key);
      const translated = read(language, key);
      if (english === undefined || translated === undefined) return [];
      const limit = Math.max(room, Math.ceil(lengthOf(english) * factor));
      return translated.length > limit
        ? [`${key}: ${translated} (${translated.length} > ${limit})`]
        : [];
    });
    expect(long).toEqual([]);
  },
);
