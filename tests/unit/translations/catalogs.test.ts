/** The texts in all languages are complete, with the arguments and plural forms that they need. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { completeLanguages, defaultLanguage, languages } from "#lib/languages.ts";
import type { Catalog } from "#translations/message-catalog.ts";
import { findCatalogProblems } from "../../../scripts/support/catalog-problems.ts";
import { translationsFolder, writeTextModules } from "../../../scripts/support/text-modules.ts";

const filesOf = (language: string) =>
  readdirSync(join(translationsFolder, language)).filter((name) => name.endsWith(".json"));
const readCatalog = (language: string, file: string) =>
  JSON.parse(readFileSync(join(translationsFolder, language, file), "utf8"));

test("the generated types match the English catalogs (run `npm run texts` if they don't)", () => {
  for (const [name, content] of writeTextModules()) {
    expect(readFileSync(join(translationsFolder, name), "utf8"), name).toBe(content);
  }
});

test("every English message is valid and has the plural forms of English", () => {
  for (const file of filesOf(defaultLanguage)) {
    const english = readCatalog(defaultLanguage, file);
    const problems = findCatalogProblems(defaultLanguage, { english, translated: english }, true);
    expect(
      problems.filter((problem) => !problem.endsWith("is the English text")),
      file,
    ).toEqual([]);
  }
});

const translations = languages.filter((language) => language !== defaultLanguage);

test.for(translations)("the texts in %s match the English ones", (language) => {
  const english = filesOf(defaultLanguage);
  const isComplete = completeLanguages.includes(language);
  const translated = filesOf(language);
  expect(translated.filter((file) => !english.includes(file))).toEqual([]);
  if (isComplete) expect(translated).toEqual(english);
  const problems = translated.flatMap((file) => {
    const catalogs = {
      english: readCatalog(defaultLanguage, file),
      translated: readCatalog(language, file),
    };
    return findCatalogProblems(language, catalogs, isComplete).map((text) => `${file} ${text}`);
  });
  expect(problems).toEqual([]);
});

const counted = "{count, plural, one {# verse by {name}} other {# verses by {name}}}";
const forms = (...names: string[]) => names.map((name) => `${name} {# آية من {name}}`).join(" ");

test.for([
  ["a text that isn't translated", "ar", "Save", undefined, "isn't translated"],
  ["an English text", "fr", "Save it", "Save it", "is the English text"],
  ["a message that isn't valid", "fr", "Save", "Enregistrer {", "isn't valid"],
  ["a missing argument", "fr", "By {name}", "Par lui", "lacks {name}"],
  ["an unknown argument", "fr", "By {name}", "Par {nom}", "has an unknown {nom}"],
  [
    "a missing plural form",
    "ar",
    counted,
    `{count, plural, ${forms("zero", "one", "two", "few", "other")}}`,
    'lacks the form "many" of {count}',
  ],
  [
    "a plural form that the language doesn't have",
    "ur",
    counted,
    "{count, plural, one {# آیت {name}} few {# آیات {name}} other {# آیات {name}}}",
    'has the form "few" of {count}',
  ],
  [
    "a missing choice",
    "fr",
    "{role, select, teacher {Teacher} other {Student}}",
    "{role, select, other {Élève}}",
    'lacks the form "teacher" of {role}',
  ],
  ["a Latin word in Arabic", "ar", "Lesson", "درس lesson", "contains the word lesson"],
  ["an Arabic letter in Urdu", "ur", "Book", "كتاب", "contains the letter ك"],
  ["a Persian letter in Arabic", "ar", "Book", "کتاب", "contains the letter ک"],
  ["an English comma in Arabic", "ar", "Yes, now", "نعم, الآن", 'contains ","'],
  ["a breaking space in French", "fr", "Ready?", "Est-ce prêt ?", 'contains " ?"'],
  [
    "a Spanish question without its opening mark",
    "es",
    "Ready?",
    "Todo listo?",
    'contains "Todo listo?"',
  ],
  ["a word that isn't the glossary's", "es", "Ask the teacher", "Pregunte al profesor", "contains"],
  ["a familiar form of address", "es", "You can leave", "Puedes salir", 'contains "Puedes"'],
  ["a missing tag", "fr", "Read <b>this</b>", "Lisez ceci", "lacks {b}"],
] as const)("the check of translations finds %s", ([, language, original, message, problem]) => {
  const translated: Catalog = message === undefined ? {} : { group: { text: message } };
  const catalogs = { english: { group: { text: original } }, translated };
  const found = findCatalogProblems(language, catalogs, true);
  expect(found.join("\n")).toContain(`group.text: ${problem}`);
});

test("a translation with the plural forms of its language has no problems", () => {
  const all = `{count, plural, ${forms("zero", "one", "two", "few", "many", "other")}}`;
  const catalogs = { english: { text: counted }, translated: { text: all } };
  expect(findCatalogProblems("ar", catalogs, true)).toEqual([]);
});
