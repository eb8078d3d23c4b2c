import { describe, expect, test } from "vitest";
import { numberOfVerse } from "#lib/quran/quran.ts";
import {
  describeAge,
  drawChart,
  formatMemorized,
  freshnessOf,
  memorizedPercent,
  type RecitedPassage,
} from "#lib/recitations/quran-chart.ts";

const recited = (
  kind: RecitedPassage["kind"],
  [surah, verse]: [number, number],
  [toSurah, toVerse]: [number, number],
  heardAt = "2027-03-01",
): RecitedPassage => ({
  kind,
  first: numberOfVerse({ surah, verse }) ?? 0,
  last: numberOfVerse({ surah: toSurah, verse: toVerse }) ?? 0,
  heardAt: new Date(heardAt),
});

describe("the progress chart", () => {
  test("without lessons has thirty juz with nothing memorized", () => {
    const { juz, surahs, ...whole } = drawChart([]);
    expect(whole).toEqual({ verses: 6236, memorised: 0 });
    expect(juz).toHaveLength(30);
    expect(surahs).toHaveLength(114);
    expect(juz[0]).toEqual({
      juz: 1,
      verses: 148,
      memorised: 0,
      parts: [
        { surah: 1, fromVerse: 1, toVerse: 7, verses: 7, memorised: 0 },
        { surah: 2, fromVerse: 1, toVerse: 141, verses: 141, memorised: 0 },
      ],
    });
  });

  test("has the latest recitation of each verse, whatever the order of the lessons", () => {
    const lessons = Array.from({ length: 300 }, (_, index): RecitedPassage => {
      const first = 1 + ((index * 7_919) % 6_236);
      return {
        kind: index % 4 === 0 ? "sabaq" : "manzil",
        first,
        last: Math.min(6_236, first + ((index * 31) % 400)),
        heardAt: new Date(Date.UTC(2027, 0, 1 + ((index * 17) % 300))),
      };
    });
    for (const { passage, part } of drawChart(lessons).surahs.map((each) => ({
      part: each,
      passage: {
        first: numberOfVerse({ surah: each.surah, verse: 1 }) ?? 0,
        last: numberOfVerse({ surah: each.surah, verse: each.verses }) ?? 0,
      },
    }))) {
      const verses = Array.from({ length: part.verses }, (_, index) => passage.first + index);
      const of = (verse: number) =>
        lessons.filter(({ first, last }) => first <= verse && verse <= last);
      const times = verses.flatMap((verse) => {
        const heard = of(verse).map(({ heardAt }) => heardAt.getTime());
        return heard.length > 0 ? [Math.max(...heard)] : [];
      });
      expect(part.memorised).toBe(
        verses.filter((verse) => of(verse).some(({ kind }) => kind === "sabaq")).length,
      );
      expect(part.recitedAt && Date.parse(part.recitedAt)).toBe(
        times.length > 0 ? Math.max(...times) : undefined,
      );
      expect(part.waitingSince && Date.parse(part.waitingSince)).toBe(
        times.length > 0 ? Math.min(...times) : undefined,
      );
    }
  });

  test("of a full log takes little longer than that of a short one", () => {
    const lessonsOf = (count: number) =>
      Array.from(
        { length: count },
        (_, index): RecitedPassage => ({
          kind: index % 3 === 0 ? "sabaq" : "manzil",
          first: 1 + (index % 50),
          last: 6_236 - (index % 70),
          heardAt: new Date(Date.UTC(2027, 0, 1) - index * 3_600_000),
        }),
      );
    const fastest = (lessons: readonly RecitedPassage[]) =>
      Math.min(
        ...Array.from({ length: 15 }, () => {
          const start = performance.now();
          drawChart(lessons);
          return performance.now() - start;
        }),
      );
    const [short, full] = [lessonsOf(50), lessonsOf(5_000)];
    // A loop over the verses of every lesson takes 50 times as long.
    expect(fastest(full) / fastest(short)).toBeLessThan(15);
  });

  test("counts every verse once, however often it was recited", () => {
    const { juz, surahs, memorised } = drawChart([
      recited("sabaq", [2, 1], [2, 20]),
      recited("sabaq", [2, 11], [2, 30]),
      recited("sabaq", [2, 31], [2, 40]),
      recited("sabaq", [2, 1], [2, 20]),
    ]);
    expect(memorised).toBe(40);
    expect(juz[0]?.memorised).toBe(40);
    expect(surahs[1]?.memorised).toBe(40);
    expect(juz[1]?.memorised).toBe(0);
  });

  test("splits a passage among its juz and surahs", () => {
    const { juz, surahs } = drawChart([recited("sabaq", [2, 140], [2, 145])]);
    expect(juz.map(({ memorised }) => memorised).slice(0, 3)).toEqual([2, 4, 0]);
    expect(juz[1]?.parts).toMatchObject([{ surah: 2, fromVerse: 142, toVerse: 252, memorised: 4 }]);
    expect(surahs[1]?.memorised).toBe(6);
    const all = drawChart([recited("sabaq", [78, 1], [114, 6])]);
    expect(all.juz[29]).toMatchObject({ verses: 564, memorised: 564 });
    expect(all.juz[28]?.memorised).toBe(0);
    expect(all.surahs.filter((each) => each.memorised === each.verses)).toHaveLength(37);
  });

  test("is complete for a student who knows the whole Quran", () => {
    const { juz, memorised } = drawChart([recited("sabaq", [1, 1], [114, 6])]);
    expect(memorised).toBe(6236);
    expect(juz.every((each) => each.memorised === each.verses)).toBe(true);
  });

  test("shows when a part was last recited, and since when some of it has been overdue", () => {
    const { juz, memorised } = drawChart([
      recited("manzil", [78, 1], [80, 42], "2027-03-01"),
      recited("sabqi", [80, 1], [80, 10], "2027-03-05"),
      recited("manzil", [80, 11], [80, 42], "2027-03-03"),
    ]);
    expect(memorised).toBe(0);
    expect(juz[29]).toMatchObject({
      recitedAt: "2027-03-05T00:00:00.000Z",
      waitingSince: "2027-03-01T00:00:00.000Z",
    });
    const waiting = juz[29]?.parts.map(({ waitingSince }) => waitingSince?.slice(8, 10));
    expect(waiting?.slice(0, 4)).toEqual(["01", "01", "03", undefined]);
    expect(juz[28]).not.toHaveProperty("recitedAt");
    expect(juz[28]).not.toHaveProperty("waitingSince");
  });

  test("does not show a juz as revised because of one verse", () => {
    const now = new Date("2027-03-10");
    const { juz, surahs } = drawChart([
      recited("sabaq", [78, 1], [114, 6], "2026-12-01"),
      recited("manzil", [114, 1], [114, 1], "2027-03-09"),
    ]);
    const [last] = juz.slice(-1);
    expect(last && freshnessOf(last, now)).toBe("stale");
    expect(last?.recitedAt).toBe("2027-03-09T00:00:00.000Z");
    const whole = drawChart([
      recited("sabaq", [78, 1], [114, 6], "2026-12-01"),
      recited("manzil", [114, 1], [114, 6], "2027-03-09"),
    ]);
    const [nas, falaq] = [whole.surahs[113], whole.surahs[112]];
    expect([nas, falaq].map((each) => each && freshnessOf(each, now))).toEqual(["fresh", "stale"]);
    expect(surahs[113]?.memorised).toBe(6);
  });

  test("counts a new lesson as a recitation on its date", () => {
    const [standing] = drawChart([recited("sabaq", [1, 1], [1, 7], "2027-03-09")]).surahs;
    expect(standing && freshnessOf(standing, new Date("2027-03-10"))).toBe("fresh");
  });
});

test("a share of less than 1% is named exactly, and others in whole percents", () => {
  const nameShare = (memorised: number) => formatMemorized({ memorised, verses: 6_236 });
  expect([0, 1, 4, 62, 63, 6_235, 6_236].map(nameShare)).toEqual([
    ...["0%", "0.02%", "0.06%", "1%", "1%", "99%", "100%"],
  ]);
});

test("a percentage is never rounded up to 100 or down to 0", () => {
  expect(memorizedPercent({ memorised: 0, verses: 286 })).toBe(0);
  expect(memorizedPercent({ memorised: 1, verses: 286 })).toBe(1);
  expect(memorizedPercent({ memorised: 285, verses: 286 })).toBe(99);
  expect(memorizedPercent({ memorised: 286, verses: 286 })).toBe(100);
});

describe("the age of a recitation", () => {
  const now = new Date("2027-03-10T12:00:00.000Z");
  const waiting = (waitingSince?: string) => ({ verses: 1, memorised: 1, waitingSince });

  test.each([
    [undefined, "never"],
    ["2027-03-10T11:00:00.000Z", "fresh"],
    ["2027-03-03T12:00:00.001Z", "fresh"],
    ["2027-03-03T12:00:00.000Z", "fading"],
    ["2027-02-09T12:00:00.000Z", "fading"],
    ["2027-02-08T12:00:00.000Z", "stale"],
  ])("from %s is shown as %s", (instant, freshness) => {
    expect(freshnessOf(waiting(instant), now)).toBe(freshness);
  });

  test.each([
    ["2027-03-10T00:30:00.000Z", "UTC", "today"],
    ["2027-03-10T00:30:00.000Z", "America/New_York", "yesterday"],
    ["2027-03-08T12:00:00.000Z", "UTC", "2 days ago"],
    ["2026-12-01T12:00:00.000Z", "Asia/Kathmandu", "3 months ago"],
    ["2024-03-01T12:00:00.000Z", "UTC", "3 years ago"],
  ])("from %s in %s is shown as %s", (instant, zone, words) => {
    expect(describeAge(instant, now, zone)).toBe(words);
  });
});
