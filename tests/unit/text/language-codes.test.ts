import { expect, test } from "vitest";
import type { Language } from "#lib/languages.ts";
import { findLanguageCode, isSameLanguage, nameWrittenLanguage } from "#lib/text/language-codes.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";

test.for([
  ["Arabic", "ar"],
  ["العربية", "ar"],
  ["arabe", "ar"],
  ["  URDU ", "ur"],
  ["اردو", "ur"],
  ["ourdou", "ur"],
  ["Español", "es"],
  ["castellano", "es"],
  ["Bahasa Indonesia", "id"],
  ["Farsi", "fa"],
  ["fr", "fr"],
  ["Klingon", undefined],
  ["", undefined],
] as const)("the code of %o is %o", ([text, code]) => {
  expect(findLanguageCode(text)).toBe(code);
});

test("two spellings of a language are the same", () => {
  expect(isSameLanguage("urdu", "اردو")).toBe(true);
  expect(isSameLanguage("Klingon", "klingon")).toBe(true);
  expect(isSameLanguage("Klingon", "")).toBe(false);
  expect(isSameLanguage("Arabic", "Urdu")).toBe(false);
});

test.for([
  ["en", "Arabic", "Arabic"],
  // What is English already stays as it was written.
  ["en", "Mandarin", "Mandarin"],
  ["en", "العربية", "Arabic"],
  ["ar", "English", "الإنجليزية"],
  ["fr", "English", "anglais"],
  ["ur", "Klingon", "Klingon"],
] satisfies [Language, string, string][])(
  "a reader of %s sees %s as %s",
  ([language, text, name]) => {
    expect(runWithLanguage(language, () => nameWrittenLanguage(text))).toBe(name);
  },
);
