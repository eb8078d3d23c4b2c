/** The index of words and the format of data sets with roots. */
import { describe, expect, test } from "vitest";
import { spellSimply } from "#lib/quran/search-keys.ts";
import { parseWordKey } from "#lib/quran/words/word-key.ts";
import { InvalidGrammarFileError, readGrammarFile } from "#server/quran/words/grammar-file.ts";
import { loadWordIndex } from "#server/quran/words/word-index.ts";

describe("the index of words", () => {
  test("has all words, each under its own key", async () => {
    const index = await loadWordIndex();
    expect(index.find({ surah: 1, verse: 1, position: 1 })).toBe(0);
    expect(index.find({ surah: 114, verse: 6, position: 3 })).toBe(77_423);
    expect(index.find({ surah: 114, verse: 6, position: 4 })).toBeUndefined();
    expect(index.find({ surah: 115, verse: 1, position: 1 })).toBeUndefined();
    for (const word of [0, 1, 5_000, 77_423]) {
      expect(index.find(index.describe(word).ref)).toBe(word);
    }
  });

  test("finds a word in other cases, and its stem with particles", async () => {
    const index = await loadWordIndex();
    const book = index.find({ surah: 2, verse: 2, position: 2 }) ?? -1;
    const texts = new Set(index.listSame(book).map((word) => index.describe(word).text));
    expect(texts).toContain("ٱلۡكِتَٰبِ");
    expect(texts).toContain("ٱلۡكِتَٰبَ");
    const similar = index.listSimilar(book).map((word) => spellSimply(index.describe(word).text));
    expect(similar).toEqual(expect.arrayContaining(["كتاب", "بالكتاب", "كتابهم"]));
    expect(similar).not.toContain("الكتاب");
  });
});

test.each([
  ["كِتَٰبٗا", "كتابا"],
  ["ٱلصَّلَوٰةَ", "الصلاة"],
  ["ٱلسَّمَٰوَٰتِ", "السماوات"],
  ["ٱلۡقُرۡءَانُ", "القرآن"],
  ["فَـَٔاتُوهُنَّ", "فآتوهن"],
  ["شَيۡـٔٗا", "شيئا"],
  ["إِبۡرَٰهِـۧمَ", "إبراهيم"],
  ["هُدَىٰهُمۡ", "هداهم"],
  ["هُدٗىۖ", "هدى"],
  ["دَاوُۥدُ", "داود"],
  ["۞إِنَّ", "إن"],
])("%s is spelled %s", (word, simple) => {
  expect(spellSimply(word)).toBe(simple);
});

test("a word's key is read only in its own format", () => {
  expect(parseWordKey("2:255:3")).toEqual({ surah: 2, verse: 255, position: 3 });
  for (const name of ["2:255", "2:255:0", "2:0255:3", "2:255:3 ", "", "a:b:c", "2:255:1000"]) {
    expect(parseWordKey(name), name).toBeUndefined();
  }
});

describe("a data set of roots", () => {
  const header = {
    format: "halaqa-quran-grammar",
    version: 1,
    title: "Roots",
    author: "Author",
    license: "CC BY 4.0",
    url: "https://example.org",
  };
  const read = async (...lines: (object | string)[]) =>
    readGrammarFile(
      lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))),
      await loadWordIndex(),
    );
  const refuse = async (...lines: (object | string)[]) => {
    const error = await read(...lines).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidGrammarFileError);
    return (error as Error).message;
  };

  test("is read with its source and words", async () => {
    const { source, words } = await read(header, "", { word: "1:1:1", root: "سمو" });
    expect(source).toEqual({
      title: "Roots",
      author: "Author",
      license: "CC BY 4.0",
      url: "https://example.org",
    });
    expect(words).toEqual([
      {
        surah: 1,
        verse: 1,
        position: 1,
        root: "سمو",
        lemma: null,
        partOfSpeech: null,
        features: [],
      },
    ]);
  });

  test("is refused with the lines and what is wrong with them", async () => {
    const message = await refuse(
      header,
      { word: "1:1:1", root: "smw" },
      { word: "1:1:5" },
      { word: "115:1:1" },
      { word: "1:1" },
      { word: "1:1:2" },
      { word: "1:1:2" },
      { word: "1:1:3", tint: "red" },
      "{",
      "[]",
    );
    const lines = message.split("\n");
    expect(lines).toHaveLength(8);
    expect(lines[0]).toBe("Line 2: root: not Arabic");
    expect(lines[1]).toBe("Line 3: verse 1:1 has 4 words here");
    expect(lines[2]).toBe("Line 4: there is no verse 115:1");
    expect(lines[3]).toBe('Line 5: "1:1" isn\'t in the form surah:verse:position');
    expect(lines[4]).toBe("Line 7: 1:1:2 is in the file twice");
    expect(lines[5]).toMatch(/^Line 8: .*tint/);
    expect(lines[6]).toBe("Line 9: not a JSON object");
    expect(lines[7]).toMatch(/^Line 10: /);
  });

  test("is refused without a license, a source or words", async () => {
    expect(await refuse()).toBe("The file is empty.");
    expect(await refuse(header)).toBe("There are no words.");
    const { license: _, ...unlicensed } = header;
    expect(await refuse(unlicensed, { word: "1:1:1" })).toMatch(
      /^Line 1: the first line must describe the data set: license/,
    );
    expect(await refuse({ ...header, url: "javascript:alert(1)" })).toMatch(/url/);
  });

  test("with many mistakes is refused with the first twenty of them", async () => {
    const lines = Array.from({ length: 100 }, () => ({ word: "x" }));
    expect((await refuse(header, ...lines)).split("\n")).toHaveLength(20);
  });
});
