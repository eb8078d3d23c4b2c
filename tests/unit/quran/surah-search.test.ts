/** Surahs are found by what people type, in either script and in any spelling. */
import { expect, test } from "vitest";
import { languages } from "#lib/languages.ts";
import { searchPassages } from "#lib/quran/passage-search.ts";
import { nameSurah, passageOfSurah, surahs } from "#lib/quran/quran.ts";
import { findPlaces } from "#lib/quran/search-places.ts";
import { listMeanings, meaningOfSurah } from "#lib/quran/surah-meanings.ts";
import { searchSurahs } from "#lib/quran/surah-search.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";

const found = (typed: string) => searchSurahs(typed).map(({ number }) => number);

test.each([
  ["baq", 2],
  ["Al-Baqarah", 2],
  ["al baqara", 2],
  ["surah baqarah", 2],
  ["البقرة", 2],
  ["سورة البقرة", 2],
  ["بقره", 2],
  ["الفَاتِحَة", 1],
  ["aal imraan", 3],
  ["taubah", 9],
  ["yousuf", 12],
  ["ابراهيم", 14],
  ["kahf", 18],
  ["taha", 20],
  ["yaseen", 36],
  ["يس", 36],
  ["ق", 50],
  ["zariyat", 51],
  ["ar rehman", 55],
  ["waqia", 56],
  ["muddathir", 74],
  ["mudassir", 74],
  ["dhuha", 93],
  ["kausar", 108],
  ["lahab", 111],
  ["arrahman", 55],
  ["alrahman", 55],
  ["Al Rahman", 55],
  ["arrehman", 55],
  ["albaqarah", 2],
  ["alkahf", 18],
  ["elkahf", 18],
  ["ashshams", 91],
  ["annas", 114],
  ["yasin", 36],
  ["al imran", 3],
  ["aliimran", 3],
  ["an nas", 114],
  ["Al Kahaf", 18],
  ["alkahaf", 18],
  ["Surah Fajar", 89],
  ["nahal", 16],
  ["al-asar", 103],
  ["Surah Qadar", 97],
  ["hashar", 59],
  ["Al-Fatah", 48],
  ["baqrah", 2],
  ["Surah Jummah", 62],
  ["mominoon", 23],
  ["الرحمان", 55],
  ["سورة الرحمان", 55],
  ["طاها", 20],
  ["سورة قاف", 50],
])("searching for %s finds surah %i first", (typed, number) => {
  expect(found(typed)[0]).toBe(number);
});

test.each([
  ["The Cow", 2],
  ["cow", 2],
  ["THE NIGHT JOURNEY", 17],
  ["la caverne", 18],
  ["L'Araignée", 29],
  ["l’araignee", 29],
  ["lumiere", 24],
  ["La Luz", 24],
  ["las hormigas", 27],
  ["the opener", 1],
  ["Surah The Bee", 16],
])("searching for the meaning %s finds surah %i", (typed, number) => {
  expect(findPlaces(typed)).toContainEqual({ kind: "surah", surah: number });
  expect(found(typed)).toContain(number);
});

test("a verse can be named with the meaning of its surah, and words that only begin one find no surah", () => {
  expect(findPlaces("The Cow 255")).toEqual([{ kind: "verse", surah: 2, verse: 255 }]);
  expect(findPlaces("verset")).toEqual([]);
  expect(findPlaces("the")).toEqual([]);
  // A field in which a surah is chosen while typing shows it.
  expect(found("the spid")).toEqual([29]);
});

test("every meaning of a surah's name finds it, and each language shows its own", () => {
  for (const { number } of surahs) {
    for (const meaning of listMeanings(number)) {
      const place = { kind: "surah", surah: number };
      expect(findPlaces(meaning), meaning).toContainEqual(place);
    }
  }
  expect(["en", "fr", "es", "ar", "ur"].map((language) => meaningOfSurah(2, language))).toEqual([
    "The Cow",
    "La Vache",
    "La Vaca",
    "",
    "",
  ]);
  expect(meaningOfSurah(114, "en")).toBe("Mankind");
});

test("a number finds its surah first, in digits of any script", () => {
  expect(found("2").slice(0, 3)).toEqual([2, 20, 21]);
  expect(found("١١٤")).toEqual([114]);
  expect(found("036")).toEqual([36]);
  expect(found("Surah 18")).toEqual([18]);
  expect(found("115")).toEqual([]);
  expect(found("0")).toEqual([]);
});

test("every surah is the first result for each of its own names", () => {
  for (const { number, name, arabicName } of surahs) {
    expect([name, found(name)[0]]).toEqual([name, number]);
    expect([arabicName, found(arabicName)[0]]).toEqual([arabicName, number]);
  }
});

/** The same name as an Urdu keyboard writes it. */
const onUrduKeyboard = (text: string) =>
  text.replace(/[يى]/g, "ی").replaceAll("ك", "ک").replace(/[هة]/g, "ہ");

test.each(languages)(
  "in %s, every surah is found by its name and its title on the site",
  (language) => {
    const t = getTexts("quran");
    runWithLanguage(language, () => {
      for (const surah of surahs) {
        const name = nameSurah(surah);
        const shown = [name, t("surahTitle", { name })];
        const { number } = surah;
        for (const typed of new Set([...shown, ...shown.map(onUrduKeyboard)])) {
          expect([typed, findPlaces(typed)[0]]).toEqual([typed, { kind: "surah", surah: number }]);
          const [first] = searchPassages(typed);
          expect([typed, first?.passage]).toEqual([typed, passageOfSurah(surah)]);
        }
      }
    });
  },
);

test.each([
  ["البقرہ", 2],
  ["سورۃ البقرۃ", 2],
  ["سورت الفاتحہ", 1],
  ["یسین", 36],
  ["یٰسٓ", 36],
  ["الکہف", 18],
  ["مریم", 19],
  ["یوسف", 12],
  ["بنی اسرائیل", 17],
  ["Sourate Ya-Sin", 36],
  ["sourat al-kahf", 18],
  ["Imran", 3],
  ["عمران", 3],
  ["سورہ رحمان", 55],
  ["الرحمان", 55],
  ["Al Kahaf", 18],
])("%s finds surah %i in the reader and in the share dialog", (typed, number) => {
  expect(findPlaces(typed)[0]).toEqual({ kind: "surah", surah: number });
  expect(searchPassages(typed)[0]).toMatchObject({ kind: "surah", number });
});

test("the beginning of an article finds the names with that article", () => {
  expect(found("al").slice(0, 3)).toEqual([1, 2, 5]);
  expect(found("ar").slice(0, 3)).toEqual([13, 30, 55]);
  expect(found("ash").slice(0, 3)).toEqual([26, 42, 91]);
});

test("an empty search finds all surahs, and nonsense finds none", () => {
  expect(found(" ")).toHaveLength(114);
  expect(found("xyz")).toEqual([]);
  expect(found("!?")).toEqual([]);
});
