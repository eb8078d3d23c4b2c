import type { TranslationLanguage } from "#lib/quran/editions.ts";

/** The texts that name the languages of translations. */
export const languageNames = {
  en: "languageEn",
  ur: "languageUr",
  fr: "languageFr",
  es: "languageEs",
} as const satisfies Record<TranslationLanguage, string>;
