import { describe, expect, test } from "vitest";
import type { Language } from "#lib/languages.ts";
import { editions } from "#lib/quran/editions.ts";
import {
  countParts,
  juzPath,
  listOfferedEditions,
  mushafPath,
  partOf,
  readPart,
  readVerseView,
  readView,
  surahPath,
  toParameters,
  versePath,
} from "#lib/quran/reader-view.ts";

const everything = listOfferedEditions(editions.map(({ id }) => id));
const view = (query = "", offered = everything, reader: Language = "en") =>
  readView(new URLSearchParams(query), offered, reader);
const baqarah = { first: 8, last: 293 };

describe("a view", () => {
  test("shows verses with the English translation unless the query says otherwise", () => {
    expect(view()).toEqual({
      mode: "verses",
      translation: "en",
      usualTranslation: "en",
      isTranslationMissing: false,
      isModeMissing: false,
      transliteration: false,
      words: false,
      tajweed: false,
    });
    expect(view("mode=verses&transliteration=yes&words=2&tajweed=0")).toEqual(view());
    expect(view("mode=page")).toEqual({ ...view(), isModeMissing: true });
    expect(view("translation=de")).toEqual({ ...view(), isTranslationMissing: true });
    expect(view("translation=none").isTranslationMissing).toBe(false);
  });

  test("shows only editions that the operator offers", () => {
    const few = listOfferedEditions(["ar.hafs", "fr.hamidullah"]);
    expect(view("translation=ur&words=1&transliteration=1", few)).toMatchObject({
      translation: "fr",
      isTranslationMissing: true,
      words: false,
      transliteration: false,
    });
    expect(view("", listOfferedEditions(["ar.hafs"])).translation).toBe("none");
  });

  test("shows the translation in the language of the page, and none on Arabic pages", () => {
    expect(view("", everything, "fr").translation).toBe("fr");
    expect(view("", everything, "ar").translation).toBe("none");
    expect(view("translation=es", everything, "ar").translation).toBe("es");
    expect(view("", listOfferedEditions(["ar.hafs", "en.sahih"]), "ur").translation).toBe("en");
    const inFrench = (query: string) => surahPath(1, view(query, everything, "fr"));
    expect(inFrench("translation=fr")).toBe("/quran/1");
    expect(inFrench("translation=en")).toBe("/quran/1?translation=en");
  });

  test("is included in addresses only where it differs from the default", () => {
    const query = "translation=ur&transliteration=1&words=1&tajweed=1&mode=reading";
    expect(
      new URLSearchParams(toParameters(view(query)) as Record<string, string>).toString(),
    ).toBe(query);
    expect(versePath({ surah: 2, verse: 255 }, view("translation=en&mode=verses"))).toBe(
      "/quran/2/255",
    );
    expect(mushafPath(42, view("translation=none"), 262)).toBe(
      "/quran/page/42?translation=none#2:255",
    );
  });
});

describe("the page of a verse", () => {
  const verse = { surah: 2, verse: 255 };
  const shownFor = (query: string, offered = everything, reader: Language = "en") =>
    readVerseView(new URLSearchParams(query), offered, view(query, offered, reader));
  const nextPath = (query: string, reader: Language = "en") =>
    versePath(verse, view(query, everything, reader), shownFor(query, everything, reader));

  test.each(["", "translation=&words=", "tajweed=1", "mode=reading", "part=2"])(
    "shows everything for '%s', which chooses nothing",
    (query) => {
      const all = { translations: "all", transliteration: true, words: true };
      expect(shownFor(query)).toEqual({ isChosen: false, ...all });
      expect(shownFor(query, everything, "ar")).toEqual({ isChosen: false, ...all });
    },
  );

  test.each([
    ["translation=fr", "fr", false, false],
    ["translation=en", "en", false, false],
    ["translation=none&words=1", "none", false, true],
    ["translation=all&transliteration=1", "all", true, false],
    ["words=1", "en", false, true],
    ["translation=de", "en", false, false],
  ] as const)("shows what '%s' chooses", (query, translations, transliteration, words) => {
    expect(shownFor(query)).toEqual({ isChosen: true, translations, transliteration, words });
  });

  test("shows only editions that the operator offers", () => {
    const few = listOfferedEditions(["ar.hafs", "fr.hamidullah"]);
    expect(shownFor("", few)).toMatchObject({ transliteration: false, words: false });
    expect(shownFor("translation=ur&words=1", few)).toMatchObject({
      translations: "fr",
      words: false,
    });
  });

  test("leads to the next verse with the same choice", () => {
    expect(nextPath("")).toBe("/quran/2/255");
    expect(nextPath("tajweed=1")).toBe("/quran/2/255?tajweed=1");
    expect(nextPath("translation=en")).toBe("/quran/2/255?translation=en");
    expect(nextPath("translation=all&words=1")).toBe("/quran/2/255?translation=all&words=1");
    expect(nextPath("words=1", "ar")).toBe("/quran/2/255?translation=none&words=1");
  });

  test("has links to lists, which show the usual translation instead of all", () => {
    expect(surahPath(2, view("translation=all"))).toBe("/quran/2");
    expect(view("translation=all").isTranslationMissing).toBe(false);
  });
});

describe("a passage with the meanings of its words", () => {
  test("is divided into parts of twenty verses", () => {
    expect(countParts(baqarah, view("words=1"))).toBe(15);
    expect(countParts(baqarah, view("words=1&mode=reading"))).toBe(1);
    expect(countParts(baqarah, view())).toBe(1);
    expect(partOf(baqarah, view("words=1"), 15)).toEqual({ first: 288, last: 293 });
    expect(partOf(baqarah, view(), 15)).toEqual(baqarah);
  });

  test.each([
    ["part=3", 3],
    ["part=29", 15],
    ["part=99", 1],
    ["part=0", 1],
    ["part=-1", 1],
    ["part=x", 1],
    ["", 1],
  ])("with the query '%s' shows part %i", (query, part) => {
    expect(readPart(new URLSearchParams(query), 15)).toBe(part);
  });

  test("has links to the part with a verse", () => {
    expect(surahPath(2, view("words=1"), 262)).toBe("/quran/2?words=1&part=13#2:255");
    expect(surahPath(2, view(), 262)).toBe("/quran/2#2:255");
    expect(juzPath(2, view("words=1"), 149)).toBe("/quran/juz/2?words=1#2:142");
  });
});
