/** The kind of lesson that is proposed for a passage. */
import { expect, test } from "vitest";
import { type Passage, passageOfSurah, surahs } from "#lib/quran/quran.ts";
import { proposeKind } from "#lib/recitations/propose-kind.ts";
import type { RecitationKind } from "#lib/recitations/recitations.rules.ts";

const heardAt = new Date("2027-03-01T12:00:00Z");
const surah = (number: number): Passage => {
  const found = surahs[number - 1];
  if (!found) throw new Error(`No surah ${number}`);
  return passageOfSurah(found);
};
const recited = (kind: RecitationKind, passage: Passage) => ({ kind, ...passage, heardAt });
const part = (number: number, from: number, to: number): Passage => ({
  first: surah(number).first + from - 1,
  last: surah(number).first + to - 1,
});

/** Latest first. */
const log = [
  recited("sabaq", part(67, 1, 14)),
  recited("sabaq", surah(114)),
  recited("sabaq", surah(113)),
];

test("a passage is a new lesson until all of it is memorized", () => {
  expect(proposeKind([], surah(1))).toBe("sabaq");
  expect(proposeKind(log, part(67, 15, 20))).toBe("sabaq");
  expect(proposeKind(log, part(67, 10, 15))).toBe("sabaq");
});

test("a memorized passage of the surah that is being learned is recent revision", () => {
  expect(proposeKind(log, part(67, 3, 8))).toBe("sabqi");
});

test("a memorized passage of another surah is old revision", () => {
  expect(proposeKind(log, surah(114))).toBe("manzil");
});

test("the revision that would continue at a passage is proposed for it", () => {
  const revised = [recited("manzil", surah(114)), ...log];
  expect(proposeKind(revised, part(67, 1, 5))).toBe("sabqi");
  const whole = [recited("manzil", part(67, 1, 3)), recited("sabqi", part(67, 1, 9)), ...log];
  expect(proposeKind(whole, part(67, 4, 8))).toBe("manzil");
});
