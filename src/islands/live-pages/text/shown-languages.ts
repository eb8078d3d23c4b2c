import type { ShownTranslations } from "#lib/live-pages/live-pages.rules.ts";
import { type TranslationLanguage, translations } from "#lib/quran/editions.ts";

const byEdition = new Map(translations.map(({ id, language }) => [id, language]));

/** The languages of the translations that a viewer sees. `own` is what the viewer has chosen. */
export function findShownLanguages(
  shown: ShownTranslations,
  own: TranslationLanguage,
): TranslationLanguage[] {
  if (!Array.isArray(shown)) return shown ? [own] : [];
  return shown.flatMap((edition) => byEdition.get(edition) ?? []);
}
