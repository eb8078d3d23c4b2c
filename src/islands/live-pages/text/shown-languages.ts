import type { ShownTranslations } from "#lib/live-pages/live-pages.rules.ts";
import { type Translation, type TranslationLanguage, translations } from "#lib/quran/editions.ts";
import { findUsualTranslation } from "#lib/quran/usual-translation.ts";
import { getLanguage } from "#translations/runtime.ts";

const byEdition = new Map(translations.map(({ id, language }) => [id, language]));

/** A viewer's own translation. */
export type OwnTranslation = TranslationLanguage | "none";

/**
 * The viewer's own translation: the one that the viewer has chosen or, if there is none or the
 * operator doesn't offer it, the one that readers of the page's language usually see.
 */
export function findOwnTranslation(
  chosen: OwnTranslation | undefined,
  offered: readonly Translation[],
): OwnTranslation {
  const isOffered = chosen === "none" || offered.some(({ language }) => language === chosen);
  return chosen && isOffered ? chosen : findUsualTranslation(offered, getLanguage());
}

/** The languages of the translations that a viewer sees. */
export function findShownLanguages(
  shown: ShownTranslations,
  own: OwnTranslation,
): TranslationLanguage[] {
  if (!Array.isArray(shown)) return shown && own !== "none" ? [own] : [];
  return shown.flatMap((edition) => byEdition.get(edition) ?? []);
}
