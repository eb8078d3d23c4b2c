/** Where the form for a new lesson starts, for the orders in which people memorize the Quran. */
import { describe, expect, test } from "vitest";
import { findSurah, numberOfVerse } from "#lib/quran/quran.ts";
import { findNextVerses } from "#lib/recitations/next-verses.ts";
import type { RecitedPassage } from "#lib/recitations/quran-chart.ts";
import type { RecitationKind } from "#lib/recitations/recitations.rules.ts";

/** A surah, a range of its verses, or a range of surahs up to `to`. */
type Heard = readonly [surah: number, first?: number, last?: number, to?: number];

const recite = (kind: RecitationKind, ...passages: Heard[]): RecitedPassage[] =>
  passages.map(([surah, first = 1, last, to = surah]) => ({
    kind,
    first: numberOfVerse({ surah, verse: first }) ?? 0,
    last: numberOfVerse({ surah: to, verse: last ?? findSurah(to)?.verses ?? 0 }) ?? 0,
    heardAt: new Date("2027-03-10"),
  }));

/** The suggestions after lessons, which are given in chronological order. */
const nextAfter = (...lessons: RecitedPassage[]) => findNextVerses(lessons.toReversed());
const at = (surah: number, verse = 1) => ({ surah, verse });

test("the first lesson of each kind starts at the first verse", () => {
  expect(nextAfter()).toEqual({ sabaq: at(1), sabqi: at(1), manzil: at(1) });
});

describe("the next new lesson", () => {
  test.each<[string, Heard[], { surah: number; verse: number }]>([
    ["continues after the last verse", [[2, 1, 25]], at(2, 26)],
    ["continues with the last verse of a surah", [[114, 1, 5]], at(114, 6)],
    ["starts the next surah when one is complete", [[1], [2]], at(3)],
    ["continues after a passage over several surahs", [[2], [3], [4, 1, 10, 5]], at(5, 11)],
    ["moves from the last surah to the one before it", [[114]], at(113)],
    ["moves backward from the middle of the last surah, too", [[114, 4, 6]], at(113)],
    ["continues backward", [[114], [113], [112]], at(111)],
    ["continues backward through a surah in parts", [[79], [78, 1, 20], [78, 21, 40]], at(77)],
    ["continues backward for a student who began with Al-Fatihah", [[1], [114]], at(113)],
    [
      "continues backward for a student who learned Al-Fatihah in between",
      [[114], [113], [1]],
      at(112),
    ],
    ["continues before the surahs that were known already", [[78, 1, 6, 114]], at(77)],
    ["goes forward through a juz that was started at its beginning", [[78], [79], [80]], at(81)],
    ["goes forward when the end of the Quran is known already", [[78, 1, 6, 114], [1], [2]], at(3)],
    ["skips what is known already", [[36], [34], [35]], at(37)],
    ["fills a gap before it continues", [[114], [113], [111]], at(112)],
    ["starts again when everything is known", [[1, 1, 6, 114]], at(1)],
  ])("%s", (_how, passages, next) => {
    expect(nextAfter(...recite("sabaq", ...passages)).sabaq).toEqual(next);
  });
});

describe("the next revision", () => {
  const known = recite("sabaq", [78, 1, 6, 114], [2, 1, 60], [2, 61, 82]);

  test("starts with known verses: recent revision in the current surah", () => {
    expect(nextAfter(...known)).toEqual({ sabaq: at(2, 83), sabqi: at(2), manzil: at(2) });
    const late = recite("sabaq", [2, 40, 60], [2, 61, 82]);
    expect(nextAfter(...late)).toMatchObject({ sabqi: at(2, 40), manzil: at(2, 40) });
  });

  test("continues where the last revision of its kind ended", () => {
    const revised = [...recite("sabqi", [2, 1, 30]), ...recite("manzil", [78], [79, 1, 20])];
    expect(nextAfter(...known, ...revised)).toMatchObject({ sabqi: at(2, 31), manzil: at(79, 21) });
  });

  test("starts again after all known verses, and old revision skips gaps", () => {
    const recent = recite("sabqi", [2, 61, 82]);
    expect(nextAfter(...known, ...recent, ...recite("manzil", [2, 1, 82]))).toMatchObject({
      sabqi: at(2),
      manzil: at(78),
    });
    expect(nextAfter(...known, ...recite("manzil", [98, 1, 6, 114])).manzil).toEqual(at(2));
  });

  test("continues as a new lesson would if there have been only revisions", () => {
    expect(nextAfter(...recite("manzil", [114], [113]))).toMatchObject({
      sabaq: at(1),
      manzil: at(112),
    });
  });
});
