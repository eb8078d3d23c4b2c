/** Translations, sources and transliterations in the languages and directions of pages. */
import { readFile } from "node:fs/promises";
import { languages } from "#lib/languages.ts";
import { expect, test } from "../support/demo.ts";

test("a verse's page begins with the translation that its readers usually see", async ({
  page,
}) => {
  for (const [path, language] of [
    ["/quran/2/255", "en"],
    ["/ur/quran/2/255", "ur"],
    ["/fr/quran/2/255", "fr"],
  ] as const) {
    await page.goto(path);
    await expect(page.locator(".translation")).toHaveCount(4);
    await expect(page.locator(".translation").first(), path).toHaveAttribute("lang", language);
  }
});

test("the sources are named in the page's language", async ({ page }) => {
  for (const [path, text] of [
    ["/quran/112", "Hafs, Uthmani script, King Fahd Glorious Quran Printing Complex. Source:"],
    [
      "/quran/112?translation=es",
      "El Corán, Muhammad Isa García. Source: Tanzil. Non-commercial use;",
    ],
    ["/ar/quran/112/1", "رواية حفص بالرسم العثماني، مجمع الملك فهد لطباعة المصحف الشريف. المصدر:"],
    [
      "/fr/quran/112",
      "Le Saint Coran, Muhammad Hamidullah. Source\u00a0: Tanzil. Usage non commercial",
    ],
  ] as const) {
    await page.goto(path);
    await expect(page.locator(".credits"), path).toContainText(text);
  }
});

test("links to the next and previous surah name them in the page's language", async ({ page }) => {
  await page.goto("/ar/quran/113");
  await expect(page.locator("a[rel=next]")).toContainText("الناس");
  await expect(page.locator("a[rel=prev]")).toContainText("الإخلاص");
});

test("transliterations begin on the left, even on a right-to-left page", async ({ page }) => {
  for (const path of ["/ur/quran/2/255", "/ar/quran/112?transliteration=1", "/quran/2/255"]) {
    await page.goto(path);
    const line = page.locator("p.transliteration").first();
    await expect(line).toHaveCSS("direction", "ltr");
    const gap = await line.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const starts = [...range.getClientRects()].map(({ left }) => left);
      return Math.max(...starts) - element.getBoundingClientRect().left;
    });
    expect(gap, path).toBeLessThan(2);
  }
});

test("an address or a search for something that doesn't exist gets a clear answer in every language", async ({
  site,
}) => {
  for (const language of languages) {
    const file = new URL(`../../../src/translations/${language}/quran.json`, import.meta.url);
    const texts = JSON.parse(await readFile(file, "utf8"));
    const prefix = language === "en" ? "" : `/${language}`;
    const search = (typed: string) => `/quran/search?q=${encodeURIComponent(typed)}`;
    // Arabic has no usual translation.
    const missingTranslation =
      language === "ar" ? texts.translationMissingNone : texts.translationMissing;
    const { surahCount, pageCount, juzCount } = texts.server;
    for (const [path, status, expected] of [
      ["/quran/115", 404, surahCount],
      ["/quran/x", 404, texts.malformedSurah],
      ["/quran/2/0", 404, fill(texts.server.verseCount, { count: 286 })],
      ["/quran/2/255-253", 404, texts.malformedVerse],
      ["/quran/page/605", 404, pageCount],
      ["/quran/juz/31", 404, juzCount],
      ["/quran/2?mode=wrong", 200, texts.modeMissing],
      ["/quran/112?translation=xx", 200, fixedText(missingTranslation)],
      [search("115:1"), 200, fill(texts.surahNotFound, { surah: 115 })],
      [search("2:0"), 200, fill(texts.server.verseCount, { count: 286 })],
      [search("page 605"), 200, fill(texts.pageNotFound, { page: 605 })],
      [search("2:257-255"), 200, fixedText(texts.rangeReversed)],
      [search("3:5-2:280"), 200, fill(texts.passageReversed, { from: "3:5", to: "2:280" })],
      [`${search("light")}&language=xx`, 400, texts.unknownLanguage],
      [`${search("light")}&page=zero`, 400, texts.malformedPage],
    ] as const) {
      const answer = await fetch(`${site.url}${prefix}${path}`);
      expect.soft([prefix + path, answer.status]).toEqual([prefix + path, status]);
      const shown = (await answer.text()).replaceAll("&#39;", "'");
      expect.soft(shown.includes(expected), `${prefix}${path}: ${expected}`).toBe(true);
    }
  }
});

const fill = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** The longest text between two values. */
const fixedText = (text: string): string =>
  text.split(/\{\w+\}/).toSorted((one, other) => other.length - one.length)[0] ?? "";
