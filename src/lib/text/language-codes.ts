/**
 * Languages that people enter as free text, and their BCP 47 codes. A name is recognized in the
 * language itself and in all languages of the interface.
 */
import { getLanguage } from "#translations/runtime.ts";
import { type Language, languageFacts, languages } from "../languages.ts";
import { capitalize } from "./capitalize.ts";
import { nameLanguage } from "./display-names.ts";
import { foldForSearch } from "./search-text.ts";

/** The languages that teachers and students are most likely to speak. */
export const languageCodes =
  "af am ar az ba be ber bg bm bn bs ca ce cs da de dv el en es et fa ff fi fr gu ha he hi hr hu hy id ig it ja jv ka kk km kn ko ks ku ky lo lt lv mk ml mn mr ms my ne nl no om or pa pl ps pt ro ru rw sd si sk sl so sq sr su sv sw ta te tg th ti tk tl tr tt ug uk ur uz vi wo xh yo zh zu".split(
    " ",
  );

/** Names that `Intl` doesn't have, in the form that `foldForSearch` returns. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "bahasa indonesia": "id",
    "bahasa melayu": "ms",
    bengali: "bn",
    berber: "ber",
    castellano: "es",
    chinese: "zh",
    dari: "fa",
    dhivehi: "dv",
    farsi: "fa",
    filipino: "tl",
    fulani: "ff",
    kurmanji: "ku",
    mandarin: "zh",
    norwegian: "no",
    pashto: "ps",
    pushto: "ps",
    tagalog: "tl",
    tamazight: "ber",
    uighur: "ug",
    فارسي: "fa",
  }),
);

const displayNames = (locale: string): Intl.DisplayNames =>
  new Intl.DisplayNames(locale, { type: "language", fallback: "none" });

const namesByLanguage = new Map<Language, ReadonlyMap<string, string>>();

/** The codes by the folded names in a language of the interface. */
function listNames(language: Language): ReadonlyMap<string, string> {
  const known = namesByLanguage.get(language);
  if (known) return known;
  const names = displayNames(languageFacts[language].locale);
  const found = new Map<string, string>();
  for (const code of languageCodes) {
    const name = names.of(code);
    if (name) found.set(foldForSearch(name), code);
  }
  namesByLanguage.set(language, found);
  return found;
}

let autonyms: ReadonlyMap<string, string> | undefined;

function listAutonyms(): ReadonlyMap<string, string> {
  autonyms ??= new Map(
    languageCodes.map((code) => [foldForSearch(displayNames(code).of(code) ?? code), code]),
  );
  return autonyms;
}

/** The BCP 47 code of a language by its code or name. Undefined if it isn't known. */
export function findLanguageCode(text: string): string | undefined {
  const folded = foldForSearch(text);
  if (languageCodes.includes(folded)) return folded;
  for (const language of languages) {
    const code = listNames(language).get(folded);
    if (code) return code;
  }
  return listAutonyms().get(folded) ?? otherNames.get(folded);
}

/** Whether two texts name the same language. */
export function isSameLanguage(one: string, other: string): boolean {
  const code = findLanguageCode(one);
  if (code !== undefined) return code === findLanguageCode(other);
  return foldForSearch(one) === foldForSearch(other);
}

/**
 * Languages that someone has entered, in the language of the page, for a list that stands alone, so
 * the first has a capital letter. In English, a known name stays as it was written. An unknown one
 * always does.
 */
export function nameWrittenLanguages(texts: readonly string[]): string[] {
  const [first, ...others] = texts.map(nameWrittenLanguage);
  return first === undefined ? [] : [capitalize(first), ...others];
}

/** A language that someone has entered, which stands alone. */
export const labelWrittenLanguage = (text: string): string => capitalize(nameWrittenLanguage(text));

function nameWrittenLanguage(text: string): string {
  const folded = foldForSearch(text);
  if (getLanguage() === "en" && (listNames("en").has(folded) || otherNames.has(folded)))
    return text;
  const code = findLanguageCode(text);
  return code === undefined ? text : nameLanguage(code);
}
