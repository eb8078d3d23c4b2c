import sharp from "sharp";
import { expect, test } from "vitest";
import { editions } from "#lib/quran/editions.ts";
import { runForAddress } from "#server/db/caller.ts";
import { drawCard } from "#server/seo/share-images/card.ts";
import { drawSurahImage, drawVerseImage } from "#server/seo/share-images/quran-images.ts";

const context = { config: { quranEditions: editions.map(({ id }) => id) } };

async function expectCard(png: Buffer) {
  const { format, width, height } = await sharp(png).metadata();
  expect({ format, width, height }).toEqual({ format: "png", width: 1200, height: 630 });
  expect(png.length).toBeLessThan(100_000);
}

test("surahs and verses have their own share images", async () => {
  const images = await Promise.all([
    drawSurahImage("112"),
    drawVerseImage(context, "112", "1"),
    drawVerseImage(context, "2", "255"),
    drawVerseImage(context, "2", "282"),
  ]);
  for (const image of images) await expectCard(image);
  expect(new Set(images.map((image) => image.toString("base64"))).size).toBe(4);
});

test("a verse that doesn't fit isn't shown in part", () => {
  const card = { kind: "Quran", title: "Al-Baqarah 2:282", facts: [] };
  const verse = "قُلۡ هُوَ ٱللَّهُ أَحَدٌ ".repeat(60);
  expect(drawCard({ ...card, verse })).toBe(drawCard(card));
  expect(drawCard({ ...card, verse: "قُلۡ هُوَ ٱللَّهُ أَحَدٌ" })).not.toBe(drawCard(card));
});

test.each([
  ["115", "1"],
  ["0", "1"],
  ["2", "287"],
  ["2", "x"],
  ["2:1", "1"],
])("there is no share image of %s:%s", async (surah, verse) => {
  await expect(drawVerseImage(context, surah, verse)).rejects.toMatchObject({ code: "not_found" });
});

test("images are refused if so many are requested at once that they would occupy the server for seconds", async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 24 }, (_, index) => drawSurahImage(String(index + 1))),
  );
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(3);
  for (const each of refused) expect(each).toMatchObject({ reason: { code: "rate_limited" } });
});

test("an address that requests many images leaves room for others", async () => {
  const draw = (address: string, surah: number) =>
    runForAddress(address, () => drawSurahImage(String(surah)));
  const flood = Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => draw("192.0.2.1", index + 1)),
  );
  const others = ["192.0.2.2", "192.0.2.3", "192.0.2.3"].map((address, index) =>
    draw(address, 100 + index),
  );
  const ofOthers = await Promise.allSettled(others);
  expect(ofOthers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  expect((await flood).filter(({ status }) => status === "rejected").length).toBeGreaterThan(0);
});
