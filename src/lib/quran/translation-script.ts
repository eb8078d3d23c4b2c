/** How the languages of translations are written. */
import type { TranslationLanguage } from "./editions.ts";

const arabicScript: ReadonlySet<string> = new Set<TranslationLanguage>(["ur"]);

/** The script of a translation's language. */
export const scriptOf = (language: string): "arabic" | "latin" =>
  arabicScript.has(language) ? "arabic" : "latin";

/** The direction of a translation's text, as in `dir`. */
export const directionOf = (language: string): "rtl" | "ltr" =>
  arabicScript.has(language) ? "rtl" : "ltr";
