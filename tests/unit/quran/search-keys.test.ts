import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { surahs } from "#lib/quran/quran.ts";
import { foldArabic, foldTransliteration, listArabicKeys } from "#lib/quran/search-keys.ts";
import { readSurah } from "#server/quran/quran-text.ts";

const require = createRequire(import.meta.url);

test("at least 99% of the words of the simple spelling are found in their verses", async () => {
  const path = require.resolve("quran-validator").replace(/dist.*/, "data/quran-verses.json");
  const simple: { surah: number; ayah: number; textSimple: string }[] = JSON.parse(
    readFileSync(path, "utf8"),
  );
  const context = { config: { quranEditions: [] } };
  const texts = await Promise.all(surahs.map(({ number }) => readSurah(context, number)));
  const known = new Map<string, string[]>();
  const keysOf = (word: string) => {
    const keys = known.get(word) ?? listArabicKeys(word);
    known.set(word, keys);
    return keys;
  };
  let found = 0;
  let all = 0;
  for (const { surah, ayah, textSimple } of simple) {
    const words = texts[surah - 1]?.[ayah - 1]?.text.split(" ") ?? [];
    const keys = words.flatMap(keysOf);
    for (const word of new Set(textSimple.split(" "))) {
      // The signs of a quarter and of a prostration aren't words.
      if (/[۞۩]/u.test(word)) continue;
      all += 1;
      const wanted = foldArabic(word);
      // The search finds short words only as whole words.
      const fits = (key: string) => (wanted.length < 3 ? key === wanted : key.includes(wanted));
      if (keys.some(fits)) found += 1;
    }
  }
  expect(all).toBeGreaterThan(73_000);
  expect(found / all).toBeGreaterThan(0.993);
});

test.each([
  ["ٱلرَّحۡمَٰنِ", "الرحمن"],
  ["ٱلصَّلَوٰةَ", "الصلاة"],
  ["ٱلسَّمَٰوَٰتِ", "السماوات"],
  ["هَدَىٰهُمۡ", "هداهم"],
  ["شَيۡـٔٗا", "شيئا"],
  ["لَهُۥ", "له"],
  ["أَرَءَيۡتَ", "أرأيت"],
  ["يَسۡتَهۡزِءُونَ", "يستهزئون"],
  ["ءَامَنُواْ", "آمنوا"],
])("%s is found by its simple spelling %s", (word, simple) => {
  expect(listArabicKeys(word)).toContain(foldArabic(simple));
});

test("a word that is typed in Uthmani spelling is folded like the same word in simple spelling", () => {
  expect(foldArabic("لَهُۥ")).toBe(foldArabic("له"));
  expect(foldArabic("ٱلرَّحۡمَٰنِ")).toBe(foldArabic("الرحمن"));
});

test("a word that is typed on an Urdu keyboard is folded like the same word in Arabic", () => {
  expect(foldArabic("الصلوۃ")).toBe(foldArabic("الصلوة"));
  expect(foldArabic("کلمہ یے")).toBe(foldArabic("كلمه يي"));
});

test.each([
  ["alhamdulillah", ["al-ḥamdu", "lillahi"]],
  ["Rahmaan", ["l-raḥmāni"]],
  ["qul huwa allahu", ["qul", "huwa", "l-lahu"]],
  ["bismillah", ["bis'mi", "l-lahi"]],
])("the transliteration %s sounds like its words", (typed, words) => {
  expect(foldTransliteration(words)).toContain(foldTransliteration(typed.split(" ")));
});
