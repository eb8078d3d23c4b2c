import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface Result {
  verse: string;
  text: string;
  matches: { language: string; text: string; highlights: { start: number; end: number }[] }[];
}

async function search(parameters: Record<string, string>) {
  const { status, body } = await app.call(
    "GET",
    `/api/quran/search?${new URLSearchParams(parameters)}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as {
    total: number;
    page: number;
    pages: number;
    places: object[];
    results: Result[];
  };
}

/** The highlighted parts of a result in one language. */
function highlighted({ matches }: Result, language: string): string[] {
  const match = matches.find((candidate) => candidate.language === language);
  return (match?.highlights ?? []).map(({ start, end }) => match?.text.slice(start, end) ?? "");
}

describe("the search in the Quran", () => {
  it.each([
    ["2:255", { kind: "verse", surah: 2, verse: 255 }],
    ["٢:٢٥٥", { kind: "verse", surah: 2, verse: 255 }],
    ["2:255-257", { kind: "verse", surah: 2, verse: 255, to: "2:257" }],
    ["juz 30", { kind: "juz", juz: 30 }],
    ["page 604", { kind: "page", page: 604 }],
    ["Al-Kahf", { kind: "surah", surah: 18 }],
    ["kahaf", { kind: "surah", surah: 18 }],
    ["الرحمان", { kind: "surah", surah: 55 }],
    ["ayatul kursi", { kind: "verse", surah: 2, verse: 255 }],
    ["Bismillahir rahmanir raheem", { kind: "verse", surah: 1, verse: 1 }],
    ["kahof", undefined],
    ["Yaseen", { kind: "surah", surah: 36 }],
    ["سورة الكهف", { kind: "surah", surah: 18 }],
    ["صفحة ٥٠", { kind: "page", page: 50 }],
  ])("finds the place that %s names", async (q, place) => {
    const { places } = await search({ q });
    expect(places[0]).toEqual(place);
  });

  it("offers every place that a number can mean", async () => {
    const { places, total } = await search({ q: "30" });
    expect(places).toEqual([
      { kind: "surah", surah: 30 },
      { kind: "juz", juz: 30 },
      { kind: "page", page: 30 },
    ]);
    expect(total).toBe(0);
  });

  it.each([
    ["surah 115", 404, "There is no surah 115. The Quran has 114 surahs."],
    ["115:1", 404, "There is no surah 115. The Quran has 114 surahs."],
    ["2:300", 404, "Surah Al-Baqarah has no verse 300. Its verses are numbered from 1 to 286."],
    ["juz 31", 404, "There is no juz 31. The Quran has 30 juz."],
    ["page 605", 404, "There is no page 605. This mushaf has 604 pages."],
    ["700", 404, "There is no surah, juz or page 700."],
    ["2:5-3", 400, "The range from verse 5 to 3 of surah Al-Baqarah ends before it starts."],
    ["3:5-2:280", 400, "The range from 3:5 to 2:280 ends before it starts."],
  ])("says why it finds nothing for %s, which does not exist", async (q, status, reason) => {
    const answer = await app.call("GET", `/api/quran/search?${new URLSearchParams({ q })}`);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(reason);
  });

  it("finds a surah by what its name means, before the verses with these words", async () => {
    const { places, total } = await search({ q: "The Cow" });
    expect(places).toEqual([{ kind: "surah", surah: 2 }]);
    expect(total).toBeGreaterThan(0);
  });

  it("finds Arabic words in simple and in Uthmani spelling", async () => {
    const simple = await search({ q: "الصلاة", language: "ar" });
    const uthmani = await search({ q: "ٱلصَّلَوٰةَ", language: "ar" });
    expect(simple.total).toBeGreaterThan(50);
    const found = simple.results.find(({ verse }) => verse === "2:3");
    expect(found && highlighted(found, "ar")).toEqual(["ٱلصَّلَوٰةَ"]);
    expect(uthmani.results.length).toBeGreaterThan(0);
  });

  it.each([
    ["يا أيها الذين آمنوا", "2:104"],
    ["ويا قوم لا أسألكم", "11:29"],
    ["ها أنتم هؤلاء", "3:66"],
    ["أرأيت الذي يكذب بالدين", "107:1"],
    ["إنا كفيناك المستهزئين", "15:95"],
    ["بسم الله الرحمن الرحيم", "1:1"],
    ["ٱلرَّحۡمَٰنُ عَلَى ٱلۡعَرۡشِ ٱسۡتَوَىٰ", "20:5"],
  ])("finds the verse with the words %s in sequence as the first result", async (q, verse) => {
    const { results } = await search({ q });
    expect(results[0]?.verse).toBe(verse);
    expect(results[0] && highlighted(results[0], "ar").length).toBeGreaterThan(1);
  });

  it("finds a word after a particle of address, even in Urdu, which writes the two separately", async () => {
    const { results } = await search({ q: "یا اللہ", language: "ur" });
    expect(results.length).toBeGreaterThan(0);
  });

  it("shows verses with the words in sequence first", async () => {
    const { results } = await search({ q: "light upon light" });
    expect(results[0]?.verse).toBe("24:35");
    expect(results[0] && highlighted(results[0], "en")).toContain("upon");
    // 2:178 also contains both words, but not in sequence, and the first one has two spellings.
    const arabic = await search({ q: "اعتدى عليكم", language: "ar" });
    expect(arabic.results.slice(0, 2).map(({ verse }) => verse)).toEqual(["2:194", "2:178"]);
  });

  it.each([
    ["lumière", "fr"],
    ["LUMIERE", "fr"],
    ["misericordia", "es"],
    ["رحمت", "ur"],
  ])("finds %s in the translation", async (q, language) => {
    const { results } = await search({ q });
    expect(results.length).toBeGreaterThan(0);
    for (const result of results) expect(highlighted(result, language).length).toBeGreaterThan(0);
  });

  it.each([
    ["alhamdulillah", "1:2", ["al-ḥamdu", "lillahi"]],
    ["qul huwa allahu ahad", "112:1", ["qul", "huwa", "l-lahu", "aḥadun"]],
    ["Bismillaah", "1:1", ["bis'mi", "l-lahi"]],
  ])("finds the transliterated words %s", async (q, verse, words) => {
    const { results } = await search({ q });
    expect(results[0]?.verse).toBe(verse);
    expect(results[0] && highlighted(results[0], "transliteration")).toEqual(words);
  });

  it("returns pages of twenty verses, and status 404 after the last", async () => {
    const first = await search({ q: "mercy" });
    expect(first.results).toHaveLength(20);
    const last = await search({ q: "mercy", page: String(first.pages) });
    expect(last.results.length).toBe(first.total - 20 * (first.pages - 1));
    const after = await app.call("GET", `/api/quran/search?q=mercy&page=${first.pages + 1}`);
    expect(after.status).toBe(404);
    expect(after.body.message).toMatch(/^There is no page \d+\. There (is|are) .* of results\.$/);
  });

  it("finds nothing for words that aren't in the Quran, or for vowel signs alone", async () => {
    for (const q of ["xylophone", "!!!", "%_\\", "' or 1=1"]) {
      const { total, pages, results } = await search({ q });
      expect([total, pages, results], q).toEqual([0, 0, []]);
    }
  });

  it.each([
    ["", "q", "Enter what you are looking for."],
    ["q=", "q", "Enter what you are looking for."],
    [`q=${"a".repeat(121)}`, "q", "Enter at most 120 characters."],
    ["q=light&language=de", "language", "Choose a language from the list."],
    ["q=light&page=0", "page", "Enter a page number, starting at 1."],
    ["q=light&page=two", "page", "Enter a page number, starting at 1."],
  ])("refuses the query '%s' and names the field", async (query, field, message) => {
    const { status, body } = await app.call("GET", `/api/quran/search?${query}`);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field, message }]);
  });

  it("refuses a query in the language of the page", async () => {
    const { body } = await runWithLanguage("fr", () => app.call("GET", "/api/quran/search"));
    expect(body.errors).toEqual([{ field: "q", message: "Saisissez ce que vous cherchez." }]);
  });

  it("does not search editions that the operator hides", async () => {
    const arabicOnly = await createTestApp({ env: { QURAN_EDITIONS: "ar.hafs" } });
    const { body } = await arabicOnly.call("GET", "/api/quran/search?q=light");
    await arabicOnly.close();
    expect(body.data.total).toBe(0);
  });
});
