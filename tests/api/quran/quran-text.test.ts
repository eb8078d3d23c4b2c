import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const get = (path: string) => app.call("GET", `/api/quran/${path}`);

describe("a verse", () => {
  it("is returned with its words, translations and place in the printed mushaf", async () => {
    const { status, body } = await get("verses/2:255");
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ verse: "2:255", page: 42, juz: 3, sajda: false });
    expect(body.data.text.startsWith("ٱللَّهُ لَآ إِلَٰهَ إِلَّا هُوَ ٱلۡحَيُّ ٱلۡقَيُّومُۚ")).toBe(true);
    expect(body.data.words).toHaveLength(50);
    expect(body.data.words[0]).toEqual({
      position: 1,
      text: "ٱللَّهُ",
      transliteration: "al-lahu",
      gloss: "Allah",
    });
    expect(Object.keys(body.data.translations)).toEqual(["en", "ur", "fr", "es"]);
    expect(body.data.translations.en).toMatch(/^Allah - there is no deity except Him/);
    expect(body.data.transliteration).toMatch(/^al-lahu lā ilāha illā huwa/);
  });

  it("says whether a prostration follows it", async () => {
    const { body } = await get("verses/32:15");
    expect(body.data.sajda).toBe(true);
  });

  it.each([
    ["115:1", "There is no surah 115. The Quran has 114 surahs."],
    ["0:1", "There is no surah 0. The Quran has 114 surahs."],
    ["2:0", "Surah Al-Baqarah has no verse 0. Its verses are numbered from 1 to 286."],
    ["2:287", "Surah Al-Baqarah has no verse 287. Its verses are numbered from 1 to 286."],
  ])("that doesn't exist (%s) gets status 404 and says what does exist", async (key, message) => {
    const { status, body } = await get(`verses/${key}`);
    expect(status).toBe(404);
    expect(body.message).toBe(message);
  });

  it.each(["2", "2:", ":5", "2:5:1", "two:five", "2:-5", "2:5.5", "٢:٥", "2:00005"])(
    "in any other format (%s) gets status 400",
    async (key) => {
      const { status, body } = await get(`verses/${encodeURIComponent(key)}`);
      expect(status).toBe(400);
      expect(body.message).toBe("Enter a surah and verse number, for example 2:255.");
    },
  );
});

describe("a surah", () => {
  it("is returned with all of its verses", async () => {
    const { status, body } = await get("surahs/112");
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ number: 112, name: "Al-Ikhlas", arabicName: "الإخلاص" });
    expect(body.data.verses).toHaveLength(4);
    expect(body.data.verses[0]).toEqual({ verse: "112:1", text: "قُلۡ هُوَ ٱللَّهُ أَحَدٌ" });
  });

  it("that doesn't exist returns 404, and one that isn't a number returns 400", async () => {
    expect((await get("surahs/115")).status).toBe(404);
    expect((await get("surahs/0")).status).toBe(404);
    expect((await get("surahs/al-fatihah")).status).toBe(400);
    expect((await get("surahs/-1")).status).toBe(400);
  });
});

it("editions that the operator doesn't list appear nowhere", async () => {
  const arabicOnly = await createTestApp({ env: { QURAN_EDITIONS: "ar.hafs,fr.hamidullah" } });
  const { body } = await arabicOnly.call("GET", "/api/quran/verses/1:2");
  await arabicOnly.close();
  expect(Object.keys(body.data.translations)).toEqual(["fr"]);
  expect(body.data).not.toHaveProperty("transliteration");
  expect(body.data.words[0]).toEqual({ position: 1, text: "ٱلۡحَمۡدُ" });
});

describe("a page of the printed mushaf", () => {
  it("is returned with its verses, even if they belong to several surahs", async () => {
    const { status, body } = await get("pages/604");
    expect(status).toBe(200);
    expect(body.data.page).toBe(604);
    const keys = body.data.verses.map(({ verse }: { verse: string }) => verse);
    expect(keys).toHaveLength(4 + 5 + 6);
    expect([keys[0], keys.at(-1)]).toEqual(["112:1", "114:6"]);
    const { words, text } = body.data.verses[0];
    expect(words.map((word: { text: string }) => word.text).join(" ")).toBe(text);
  });

  it("that doesn't exist returns 404, and one that isn't a number returns 400", async () => {
    expect((await get("pages/605")).status).toBe(404);
    expect((await get("pages/0")).status).toBe(404);
    expect((await get("pages/last")).status).toBe(400);
  });
});
