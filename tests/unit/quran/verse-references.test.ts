import { expect, test } from "vitest";
import { surahs } from "#lib/quran/quran.ts";
import { passageHref } from "#lib/quran/verse-key.ts";
import { findPassages } from "#lib/quran/verse-references.ts";

const hrefs = (text: string) =>
  findPassages(text).flatMap((part) =>
    typeof part === "string" ? [] : [`${part.text} → ${passageHref(part.passage)}`],
  );

test.each([
  ["Which word ends 2:255?", "2:255 → /quran/2/255"],
  ["See 2:1-5 and its meaning", "2:1-5 → /quran/2#2:1"],
  ["Al-Baqarah 1–25", "Al-Baqarah 1–25 → /quran/2#2:1"],
  ["Recite surah al baqarah 255.", "al baqarah 255 → /quran/2/255"],
  ["(An-Nas 1)", "An-Nas 1 → /quran/114/1"],
])("a passage named in '%s' is found", (text, expected) => {
  expect(hrefs(text)).toEqual([expected]);
});

test.each([
  "We meet at 2:30 pm or 2:30pm.",
  "2:287 and 115:1 don't exist, and 2:9-3 runs backwards",
  "1:2:3",
  "Version 1.2:3",
  "Al-Baqarah has 286 verses",
  "",
])("no passage is found in '%s'", (text) => {
  expect(hrefs(text)).toEqual([]);
});

test("finding passages changes nothing else in a text", () => {
  const text = "Compare 1:1 with 27:30,\nthen An-Naml 30.";
  const parts = findPassages(text);
  expect(parts.map((part) => (typeof part === "string" ? part : part.text)).join("")).toBe(text);
  expect(hrefs(text)).toHaveLength(3);
});

test("every surah is found by its name", () => {
  for (const { name, number } of surahs) {
    expect(hrefs(`${name} 1`)).toEqual([`${name} 1 → /quran/${number}/1`]);
  }
});
