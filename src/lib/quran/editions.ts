/**
 * The editions of the Quran that the product includes: who made them, where they are published, and
 * under which terms. docs/decisions/030 explains how they were chosen and checked.
 */

/** The languages of the translations. */
export const translationLanguages = ["en", "ur", "fr", "es"] as const;
export type TranslationLanguage = (typeof translationLanguages)[number];

export interface Edition {
  /** As in the setting QURAN_EDITIONS. */
  id: string;
  kind: "text" | "words" | "translation";
  language: "ar" | TranslationLanguage;
  title: string;
  author: string;
  source: { name: string; url: string };
  terms: string;
  /** Whether the terms permit commercial use, in which case no operator has to confirm it. */
  commercial: boolean;
}

/** A translation of all verses into one language. */
export type Translation = Edition & { kind: "translation"; language: TranslationLanguage };

const tanzil = {
  source: { name: "Tanzil", url: "https://tanzil.net/trans/" },
  terms: "Non-commercial use; anything else requires the permission of the translator or publisher",
  commercial: false,
} as const;

export const arabicEdition = {
  id: "ar.hafs",
  kind: "text",
  language: "ar",
  title: "Hafs, Uthmani script",
  author: "King Fahd Glorious Quran Printing Complex",
  source: { name: "The Noble Qur'an Encyclopedia", url: "https://quranenc.com" },
  terms: "The text may be copied unchanged if its source is named",
  commercial: true,
} as const satisfies Edition;

/** Word-by-word glosses, transliteration, and the lines of the 604-page mushaf. */
export const wordEdition = {
  id: "en.words",
  kind: "words",
  language: "en",
  title: "Word-by-word glosses, transliteration and page lines",
  author: "Quran.com and contributors",
  source: { name: "Quran.com", url: "https://quran.com" },
  terms: "Use outside Quran.com requires the publisher's consent",
  commercial: false,
} as const satisfies Edition;

export const translations: readonly Translation[] = [
  {
    id: "en.sahih",
    kind: "translation",
    language: "en",
    title: "Saheeh International",
    author: "Saheeh International",
    ...tanzil,
  },
  {
    id: "ur.maududi",
    kind: "translation",
    language: "ur",
    title: "تفہیم القرآن",
    author: "Abul A‘la Maududi",
    ...tanzil,
  },
  {
    id: "fr.hamidullah",
    kind: "translation",
    language: "fr",
    title: "Le Saint Coran",
    author: "Muhammad Hamidullah",
    ...tanzil,
  },
  {
    id: "es.garcia",
    kind: "translation",
    language: "es",
    title: "El Corán",
    author: "Muhammad Isa García",
    ...tanzil,
  },
];

export const editions: readonly Edition[] = [arabicEdition, wordEdition, ...translations];
