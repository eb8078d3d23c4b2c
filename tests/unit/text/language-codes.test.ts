import { expect, test } from "vitest";
import type { Language } from "#lib/languages.ts";
import {
  findLanguageCode,
  isSameLanguage,
  labelWrittenLanguage,
  languageCodes,
  nameWrittenLanguages,
} from "#lib/text/language-codes.ts";
import { listLanguageOptions } from "#lib/text/language-options.ts";
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
  // Names that every JavaScript object has.
  ["__proto__", undefined],
  ["constructor", undefined],
] as const)("the code of %o is %o", ([text, code]) => {
  expect(findLanguageCode(text)).toBe(code);
});

test("two spellings of a language count as the same language", () => {
  expect(isSameLanguage("urdu", "اردو")).toBe(true);
  expect(isSameLanguage("Klingon", "klingon")).toBe(true);
  expect(isSameLanguage("Klingon", "")).toBe(false);
  expect(isSameLanguage("Arabic", "Urdu")).toBe(false);
});

test.for([
  ["en", "Arabic", "Arabic"],
  // A name that is already English stays unchanged.
  ["en", "Mandarin", "Mandarin"],
  ["en", "العربية", "Arabic"],
  ["ar", "English", "الإنجليزية"],
  ["fr", "English", "Anglais"],
  // The English name is the same word.
  ["fr", "Hindi", "Hindi"],
  ["es", "hindi", "Hindi"],
  ["ur", "Hindi", "ہندی"],
  ["ur", "Klingon", "Klingon"],
] satisfies [Language, string, string][])(
  "a reader of %s sees %s as %s",
  ([language, text, name]) => {
    expect(runWithLanguage(language, () => labelWrittenLanguage(text))).toBe(name);
  },
);

test("only the first of several languages starts with a capital letter in French and Spanish", () => {
  const list = (language: Language) =>
    runWithLanguage(language, () => nameWrittenLanguages(["Urdu", "Hindi", "English"]));
  expect(list("fr")).toEqual(["Ourdou", "hindi", "anglais"]);
  expect(list("es")).toEqual(["Urdu", "hindi", "inglés"]);
  expect(list("en")).toEqual(["Urdu", "Hindi", "English"]);
  expect(nameWrittenLanguages([])).toEqual([]);
});

test("names of languages in menus start with a capital letter", () => {
  const options = runWithLanguage("fr", listLanguageOptions);
  expect(options.find(({ value }) => value === "Arabic")?.label).toBe("Arabe");
  expect(options.filter(({ label }) => /^\p{Ll}/u.test(label))).toEqual([]);
  // Languages without a name in French aren't offered by their codes.
  expect(options.filter(({ label }) => languageCodes.includes(label.toLowerCase()))).toEqual([]);
});
