/**
 * Names of countries and languages, and lists, in the language of the page. They come from `Intl`,
 * whose names can differ slightly between browsers and the server, so each must be shown either
 * where the server renders it or only in the browser.
 */
import { getLocale } from "../site/locale.ts";
import { isolatedInRtl } from "./bidi.ts";
import { capitalize } from "./capitalize.ts";

/** The name of a country by its ISO 3166 code, such as `EG`. Returns other texts as they are. */
export const nameCountry = (code: string): string => nameOf("region", /^[A-Z]{2}$/, code);

/** The name of a language by its BCP 47 tag, such as `ur`. Returns other texts as they are. */
export const nameLanguage = (tag: string): string => nameOf("language", /^[a-z]{2,3}$/, tag);

/**
 * The name of a language that stands alone, as in a menu: 'Arabe' in French, which writes 'arabe'
 * within a sentence.
 */
export const labelLanguage = (tag: string): string => capitalize(nameLanguage(tag));

/**
 * The English name of a language by its BCP 47 tag. Courses store their languages under these
 * names.
 */
export const nameInEnglish = (tag: string): string =>
  new Intl.DisplayNames("en", { type: "language", fallback: "code" }).of(tag) ?? tag;

function nameOf(type: "region" | "language", form: RegExp, code: string): string {
  if (!form.test(code)) return code;
  return new Intl.DisplayNames(getLocale(), { type, fallback: "code" }).of(code) ?? code;
}

/** 'Amina, Yusuf, and Maryam'. In right-to-left text, each item is isolated. */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(getLocale(), { type: "conjunction" }).format(items.map(isolatedInRtl));
}
