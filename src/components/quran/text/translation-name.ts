/** Names of languages of translations. */
import type { TranslationLanguage } from "#lib/quran/editions.ts";
import type { getTexts } from "#translations/translate.ts";

const names = {
  en: "languageEn",
  ur: "languageUr",
  fr: "languageFr",
  es: "languageEs",
} as const satisfies Record<TranslationLanguage, string>;

export function translationName(
  t: ReturnType<typeof getTexts<"quran">>,
  language: TranslationLanguage,
): string {
  return t(names[language]);
}
