/** Words of the Quran: what is public, what belongs to the plan, and imported roots. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeGrammar, replaceGrammar } from "#server/quran/words/grammar-data.ts";
import { readGrammarFile } from "#server/quran/words/grammar-file.ts";
import { loadWordIndex } from "#server/quran/words/word-index.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { grammarHeader } from "./grammar-header.ts";

let app: TestApp;
let student: Person;
/** This person has the plan, because it is included for teachers with a published course. */
let teacher: Person;
beforeAll(async () => {
  app = await createTestApp();
  student = await addStudent(app.context);
  teacher = await addTeacher(app.context);
  await addCourse(app.context, teacher);
});
afterAll(() => app.close());

const get = (path: string, person?: Person) =>
  app.call("GET", `/api/quran/words/${path}`, person && { token: person.token });

describe("a word", () => {
  it("is returned to everyone with its meaning and how often it occurs", async () => {
    const { status, body, headers } = await get("2:255:3");
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ word: "2:255:3", text: "إِلَٰهَ", gloss: "God" });
    expect(body.data.occurrences).toBeGreaterThan(50);
    expect(body.data.similar).toBeGreaterThan(5);
    expect(headers.get("CDN-Cache-Control")).toBe("max-age=86400");
  });

  it.each([
    ["115:1:1", "There is no surah 115. The Quran has 114 surahs."],
    ["2:287:1", "Surah Al-Baqarah has no verse 287. Its verses are numbered from 1 to 286."],
    ["2:255:51", "Verse 2:255 has no word 51. Its words are numbered from 1 to 50."],
  ])("that doesn't exist (%s) gets status 404 and says what does exist", async (name, message) => {
    const { status, body } = await get(name);
    expect(status).toBe(404);
    expect(body.message).toBe(message);
  });

  it.each(["2:255", "2:255:0", "2:255:x", "02:255:3", "2:255:3:1", "2:255:1000"])(
    "in any other format (%s) gets status 400",
    async (name) => {
      const { status, body } = await get(name);
      expect(status).toBe(400);
      expect(body.message).toBe("Enter a surah, verse and word position, for example 2:255:3.");
    },
  );
});

describe("word study", () => {
  it("lists the other occurrences of a word, page by page, in the order of the Quran", async () => {
    const { body: word } = await get("1:1:3");
    const { status, body } = await get("1:1:3/related?relation=same", teacher);
    expect(status).toBe(200);
    expect(body.data.total).toBe(word.data.occurrences);
    expect(body.data.pages).toBe(Math.ceil(body.data.total / 20));
    expect(body.data.results).toHaveLength(20);
    expect(body.data.results.slice(0, 2).map((each: { word: string }) => each.word)).toEqual([
      "1:1:3",
      "1:3:1",
    ]);
    const last = await get(`1:1:3/related?relation=same&page=${body.data.pages}`, teacher);
    expect(last.body.data.results.length).toBe(body.data.total % 20 || 20);
  });

  it("lists spellings with the same stem, the most frequent first, without the word itself", async () => {
    const { body } = await get("2:2:2/related?relation=similar", teacher);
    const texts = body.data.results.map((each: { text: string }) => each.text);
    expect(texts).toContain("كِتَٰبٗا");
    expect(texts).not.toContain("ٱلۡكِتَٰبُ");
    const counts = body.data.results.map((each: { count: number }) => each.count);
    expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one));
  });

  it.each(["1:1:3/related?relation=same", "1:1:3/grammar"])(
    "(%s) is refused to visitors and to people without the plan",
    async (path) => {
      expect((await get(path)).status).toBe(401);
      const { status, body } = await get(path, student);
      expect(status).toBe(403);
      expect(body.message).toBe("Word study is part of Premium.");
    },
  );

  it("names an unknown relation, an invalid page and a page after the last", async () => {
    const invalid = await get("1:1:3/related?relation=rhyme&page=0", teacher);
    expect(invalid.status).toBe(400);
    expect(invalid.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "relation",
      "page",
    ]);
    const { status, body } = await get("1:1:3/related?relation=same&page=9999", teacher);
    expect(status).toBe(404);
    expect(body.message).toMatch(/^There is no page 9999\. There are \d+ pages of words\.$/);
  });
});

async function importWords(title: string, words: object[]): Promise<void> {
  const lines = [{ ...grammarHeader, title }, ...words].map((line) => JSON.stringify(line));
  const file = await readGrammarFile(lines, await loadWordIndex());
  await replaceGrammar(app.context.db, file);
}

describe("roots and grammar", () => {
  it("are unknown without an imported data set", async () => {
    const { body } = await get("1:1:1/grammar", teacher);
    expect(body.data).toEqual({ grammar: null, source: null });
    const related = await get("1:1:1/related?relation=root", teacher);
    expect(related.body.data).toEqual({ total: 0, page: 1, pages: 0, results: [] });
  });

  it("come from the imported data set, with its credit", async () => {
    await importWords("Test roots", [
      {
        word: "1:1:3",
        root: "رحم",
        lemma: "رحمن",
        partOfSpeech: "noun",
        features: { case: "genitive" },
      },
      { word: "1:1:4", root: "رحم" },
      { word: "1:3:1", root: "رحم" },
      { word: "1:2:3", root: "ربب" },
    ]);
    const { body } = await get("1:1:3/grammar", teacher);
    expect(body.data).toEqual({
      grammar: {
        root: "رحم",
        lemma: "رحمن",
        partOfSpeech: "noun",
        features: [{ name: "case", value: "genitive" }],
      },
      source: {
        title: "Test roots",
        author: "A. Author",
        license: "CC BY 4.0",
        url: "https://example.org/roots",
      },
    });
    const related = await get("1:1:3/related?relation=root", teacher);
    // 1:1:3 and 1:3:1 have the same spelling, so they are one result.
    expect(related.body.data.total).toBe(2);
    const missing = await get("114:1:1/grammar", teacher);
    expect(missing.body.data.grammar).toBeNull();
    expect(missing.body.data.source.title).toBe("Test roots");
  });

  it("are replaced completely by the next import, or by two concurrent ones", async () => {
    await Promise.all(
      ["One", "Two"].map((title) => importWords(title, [{ word: "1:1:1", root: "سمو" }])),
    );
    const { body } = await get("1:1:1/grammar", teacher);
    expect(body.data.grammar.root).toBe("سمو");
    expect(["One", "Two"]).toContain(body.data.source.title);
    const former = await get("1:1:3/grammar", teacher);
    expect(former.body.data.grammar).toBeNull();
  });

  it("are unknown again once the data set has been removed", async () => {
    expect(await removeGrammar(app.context.db)).toBe(true);
    expect(await removeGrammar(app.context.db)).toBe(false);
    const { body } = await get("1:1:1/grammar", teacher);
    expect(body.data).toEqual({ grammar: null, source: null });
  });
});

describe("with editions that the operator may not show,", () => {
  it("a word has neither a meaning nor a transliteration", async () => {
    const few = await createTestApp({ env: { QURAN_EDITIONS: "ar.hafs" } });
    try {
      const { body } = await few.call("GET", "/api/quran/words/1:1:1");
      expect(body.data.text).toBe("بِسۡمِ");
      expect(Object.keys(body.data).sort()).toEqual(["occurrences", "similar", "text", "word"]);
    } finally {
      await few.close();
    }
  });
});
