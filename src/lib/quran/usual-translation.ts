import type { Language } from "../languages.ts";
import type { Translation, TranslationLanguage } from "./editions.ts";

/**
 * The translation for readers of a language who have chosen none. Readers of Arabic need none, and
 * those whose translation isn't offered see the first one that is.
 */
export function findUsualTranslation(
  offered: readonly Translation[],
  reader: Language,
): TranslationLanguage | "none" {
  if (reader === "ar") return "none";
  const own = offered.find(({ language }) => language === reader) ?? offered[0];
  return own?.language ?? "none";
}
