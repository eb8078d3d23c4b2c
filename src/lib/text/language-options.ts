/** The choice of a language in forms. Languages are stored by their English names. */
import { getLocale } from "../site/locale.ts";
import { nameInEnglish, nameLanguage } from "./display-names.ts";
import { languageCodes } from "./language-codes.ts";

/**
 * All known languages, sorted by their names in the language of the page. Must run on the server,
 * because browsers name some of them differently.
 */
export function listLanguageOptions(): { value: string; label: string }[] {
  const { compare } = new Intl.Collator(getLocale());
  return languageCodes
    .map((code) => ({ value: nameInEnglish(code), label: nameLanguage(code) }))
    .sort((one, other) => compare(one.label, other.label));
}
