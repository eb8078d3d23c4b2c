import type { ShownTranslations } from "#lib/live-pages/live-pages.rules.ts";
import { type Translation, type TranslationLanguage, translations } from "#lib/quran/editions.ts";

const byEdition = new Map(translations.map(({ id, language }) => [id, language]));

/**
 * The language of the viewer's own translation: the one that the viewer has chosen or, if the
 * operator doesn't offer it, the first that is offered.
 */
export function findOwnLanguage(
  chosen: TranslationLanguage,
  offered: readonly Translation[],
): TranslationLanguage {
  const found = offered.find(({ language }) => language === chosen) ?? offered[0];
  return found?.language ?? chosen;
}

/** The languages of the translations that a viewer sees. */
export function findShownLanguages(
  shown: ShownTranslations,
  own: TranslationLanguage,
): TranslationLanguage[] {
  if (!Array.isArray(shown)) return shown ? [own] : [];
  return shown.flatMap((edition) => byEdition.get(edition) ?? []);
}
