/** Compares the lines of all pages with the printed mushaf. */
import { expect, test } from "vitest";
import { editions } from "#lib/quran/editions.ts";
import { pageCount, pagePassages } from "#lib/quran/mushaf.ts";
import { verseOfNumber } from "#lib/quran/quran.ts";
import { lineCount, type PageLine, readMushafPage } from "#server/quran/page-lines.ts";

const context = { config: { quranEditions: editions.map(({ id }) => id) } };
const pages = await Promise.all(pagePassages.map((_, index) => readMushafPage(context, index + 1)));
const linesOf = (page: number): PageLine[] => pages[page - 1]?.lines ?? [];

test("every page has each of its lines once, without a gap", () => {
  expect(pages).toHaveLength(pageCount);
  for (const [index, { lines = [] }] of pages.entries()) {
    const expected = Array.from({ length: lineCount(index + 1) }, (_, line) => line + 1);
    expect(
      lines.map(({ line }) => line),
      `page ${index + 1}`,
    ).toEqual(expected);
  }
});

test("the pages have 114 titles, and a Basmala before every surah except 1 and 9", () => {
  const all = pages.flatMap(({ lines = [] }) => lines);
  const surahsOf = (kind: PageLine["kind"]) =>
    all.filter((line) => line.kind === kind).map(({ surah }) => surah.number);
  const every = Array.from({ length: 114 }, (_, index) => index + 1);
  expect(surahsOf("title")).toEqual(every);
  expect(surahsOf("basmala")).toEqual(every.filter((surah) => surah !== 1 && surah !== 9));
});

test("a title can be on the last line of the page before its surah", () => {
  expect(linesOf(76).at(-1)).toMatchObject({ kind: "title", line: 15, surah: { number: 4 } });
  expect(linesOf(77)[0]).toMatchObject({ kind: "basmala", line: 1, surah: { number: 4 } });
});

test("the lines of a page contain the text of its verses", () => {
  for (const [index, { lines = [], parts }] of pages.entries()) {
    const pieces = lines.flatMap((line) => (line.kind === "text" ? line.pieces : []));
    for (const verse of parts.flatMap(({ verses }) => verses)) {
      const own = pieces.filter((piece) => piece.verse === verse);
      const text = own.flatMap((piece) => piece.text || []).join(" ");
      expect(text, verse.key).toBe(verse.text);
      expect(own.map(({ ends }) => ends).lastIndexOf(true), verse.key).toBe(own.length - 1);
    }
    const { first } = pagePassages[index] ?? { first: 0 };
    expect(pieces[0]?.verse.verse).toBe(verseOfNumber(first).verse);
  }
});

test("the widest line of a page is between 13 and 27 times as wide as its letters are high", () => {
  const widths = pages.map(({ width = 0 }) => width);
  expect(Math.min(...widths)).toBeGreaterThan(10);
  expect(Math.max(...widths)).toBeLessThan(28);
});

test("lines that are far too short to fill the width of the page are centered", () => {
  const centered = pages.flatMap(({ lines = [] }, index) =>
    lines.flatMap((line) =>
      line.kind === "text" && line.inset ? [`${index + 1}:${line.line}`] : [],
    ),
  );
  expect(centered).toEqual(["443:13", "602:5", "602:15", "603:10", "604:14", "604:15"]);
});

test("a page has no lines if the word data may not be shown", async () => {
  const page = await readMushafPage({ config: { quranEditions: ["ar.hafs"] } }, 604);
  expect(page.lines).toBeUndefined();
  expect(page.parts.map(({ surah }) => surah.number)).toEqual([112, 113, 114]);
});
