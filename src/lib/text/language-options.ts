/** The choice of a language in forms. Languages are stored by their English names. */
import { getLocale } from "../site/locale.ts";
import { labelLanguage, nameInEnglish } from "./display-names.ts";
import { languageCodes } from "./language-codes.ts";

/**
 * All known languages that have a name in the language of the page, sorted by it. Must run on the
 * server, because browsers name some of them differently.
 */
export function listLanguageOptions(): { value: string; label: string }[] {
  const { compare } = new Intl.Collator(getLocale());
  return languageCodes
    .map((code) => ({ value: nameInEnglish(code), label: labelLanguage(code) }))
    .filter(({ label }, index) => label.toLowerCase() !== languageCodes[index])
    .sort((one, other) => compare(one.label, other.label));
}
