/** The places that a search names. */
import { describe, expect, it } from "vitest";
import { findMissingPlace, findPlaces } from "#lib/quran/search-places.ts";

describe("a search", () => {
  it.each([
    ["2:255", { kind: "verse", surah: 2, verse: 255 }],
    ["٢:٢٥٥", { kind: "verse", surah: 2, verse: 255 }],
    ["2-255", { kind: "verse", surah: 2, verse: 255 }],
    ["2:255-257", { kind: "verse", surah: 2, verse: 255 }],
    ["2:255–2:257", { kind: "verse", surah: 2, verse: 255 }],
    ["page 604", { kind: "page", page: 604 }],
    ["جزء ٣٠", { kind: "juz", juz: 30 }],
  ])("for '%s' finds the place", (typed, place) => {
    expect(findPlaces(typed)).toEqual([place]);
    expect(findMissingPlace(typed)).toBeUndefined();
  });

  it.each([
    ["2:287", { kind: "verse", verse: 287 }],
    ["2:0", { kind: "verse", verse: 0 }],
    ["2:280-287", { kind: "verse", verse: 287 }],
    ["115:1", { kind: "surah", number: 115 }],
    ["2:5-3", { kind: "range", from: 5, to: 3 }],
    ["page 605", { kind: "page", number: 605 }],
    ["page 6050", { kind: "page", number: 6050 }],
    ["juz 0", { kind: "juz", number: 0 }],
    ["surah 115", { kind: "surah", number: 115 }],
    ["605", { kind: "any", number: 605 }],
  ])("for '%s' finds no place and knows why", (typed, missing) => {
    expect(findPlaces(typed)).toEqual([]);
    expect(findMissingPlace(typed)).toMatchObject(missing);
  });

  it("for words or a name is not a search for a missing place", () => {
    for (const typed of ["mercy", "kahf", "7 heavens", "2:"]) {
      expect(findMissingPlace(typed), typed).toBeUndefined();
    }
  });
});
