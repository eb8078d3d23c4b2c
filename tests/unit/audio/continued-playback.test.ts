/** Which verses are played after the page has changed during playback. */
import { describe, expect, it } from "vitest";
import { continuePlan, readPlayback } from "#lib/audio/continued-playback.ts";
import { endless, type PlaybackPlan } from "#lib/audio/playback-plan.ts";

const list = (surah: number, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${surah}:${from + index}`);
const surah = list(2, 1, 286);

const plan = (changes: Partial<PlaybackPlan> = {}): PlaybackPlan => ({
  ...{ verses: surah, first: 0, last: 285, verseRepeats: 1, rangeRepeats: 1 },
  ...changes,
});

describe("playback that goes on in another mode", () => {
  it("plays to the end of a page of the mushaf, and from there to the end of the surah", () => {
    const page = list(2, 6, 16);
    const onPage = continuePlan({ plan: plan(), verse: "2:8" }, page);
    expect(onPage).toEqual(plan({ verses: page, first: 2, last: 10 }));
    const back = continuePlan({ plan: onPage, verse: "2:9" }, surah);
    expect(back).toEqual(plan({ first: 7, last: 285 }));
  });

  it("keeps a chosen range and a single verse", () => {
    const page = list(2, 6, 16);
    const range = plan({ first: 6, last: 8, rangeRepeats: endless });
    expect(continuePlan({ plan: range, verse: "2:8" }, page)).toEqual({
      ...range,
      ...{ verses: page, first: 1, last: 3 },
    });
    const one = plan({ first: 7, last: 7, verseRepeats: endless });
    expect(continuePlan({ plan: one, verse: "2:8" }, page)).toEqual({
      ...one,
      ...{ verses: page, first: 2, last: 2 },
    });
  });

  it("plays on from a verse that is the last of its page", () => {
    const page = list(2, 6, 16);
    const last = plan({ verses: page, first: 10, last: 10, onward: "anywhere" });
    const inSurah = continuePlan({ plan: last, verse: "2:16" }, surah);
    expect(inSurah).toEqual({ ...last, verses: surah, first: 15, last: 285 });
  });

  it("plays what it played if the page doesn't contain it", () => {
    const range = plan({ first: 0, last: 8, rangeRepeats: 3 });
    for (const [verse, former] of [
      ["2:30", plan()],
      ["2:8", range],
      ["2:8", plan({ first: 4, last: 20 })],
    ] as const) {
      expect(continuePlan({ plan: former, verse }, list(2, 6, 16)), verse).toEqual(former);
    }
  });

  it("reads nothing from the mark of the link to the next page, or from a damaged text", () => {
    for (const text of ["1", "", "{", "null", "[]", '{"plan":1}']) {
      expect(readPlayback(text), text).toBeUndefined();
    }
  });
});
