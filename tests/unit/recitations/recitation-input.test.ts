import { expect, test } from "vitest";
import { describeMistakes } from "#lib/recitations/recitations.rules.ts";
import { recitationInput, toPassage } from "#lib/recitations/recitations.ts";

const input = {
  kind: "sabaq",
  date: "2027-03-10",
  fromSurah: 2,
  fromVerse: 1,
  toSurah: 2,
  toVerse: 25,
  mistakes: 2,
  note: "",
};

/** Error messages by field. */
const complaints = (change: object): Record<string, string> => {
  const { error } = recitationInput.safeParse({ ...input, ...change });
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
  );
};

test("a lesson within one surah or across several is accepted", () => {
  expect(toPassage(recitationInput.parse(input))).toEqual({ first: 8, last: 32 });
  const over = { fromSurah: 78, fromVerse: 1, toSurah: 114, toVerse: 6 };
  expect(toPassage(recitationInput.parse({ ...input, ...over }))).toEqual({
    first: 5673,
    last: 6236,
  });
});

test.each([
  [{ toVerse: 287 }, { toVerse: "Al-Baqarah has 286 verses" }],
  [
    { fromSurah: 114, fromVerse: 7, toSurah: 114, toVerse: 9 },
    { fromVerse: "An-Nas has 6 verses", toVerse: "An-Nas has 6 verses" },
  ],
  [{ fromVerse: 26 }, { toVerse: "The last verse must not come before the first" }],
  [{ fromSurah: 3 }, { toSurah: "The last verse must not come before the first" }],
  [{ fromSurah: 0 }, { fromSurah: "Please choose a surah" }],
  [{ toSurah: 115 }, { toSurah: "Please choose a surah" }],
  [{ fromSurah: "2" }, { fromSurah: "Please choose a surah" }],
  [{ fromVerse: 0 }, { fromVerse: "Please enter a verse" }],
  [{ fromVerse: 1.5 }, { fromVerse: "Please enter a verse" }],
  [{ toVerse: Number.NaN }, { toVerse: "Please enter a verse" }],
  [{ mistakes: -1 }, { mistakes: "Please enter a number from 0 to 500" }],
  [{ mistakes: 501 }, { mistakes: "Please enter a number from 0 to 500" }],
  [{ kind: "hifz" }, { kind: "Please choose a lesson type" }],
  [{ date: "2027-02-30" }, { date: "Please enter a date" }],
  [{ note: "a".repeat(501) }, { note: "Please use at most 500 characters." }],
  [
    { note: "a\u0000b" },
    { note: "This text contains characters that can't be saved. Please remove them." },
  ],
])("a lesson with %o is rejected with a message", (change, expected) => {
  expect(complaints(change)).toEqual(expected);
});

test("the number of mistakes is written out", () => {
  expect([0, 1, 7].map(describeMistakes)).toEqual(["no mistakes", "1 mistake", "7 mistakes"]);
});
