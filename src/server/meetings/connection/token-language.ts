/**
 * The language of the page on which a teacher starts to connect an account. The service leads back to
 * one address for all languages, so the ticket and the state name the language.
 */
import { defaultLanguage, isLanguage, type Language } from "#lib/languages.ts";

export const withTokenLanguage = (token: string, language: Language): string =>
  language === defaultLanguage ? token : `${language}.${token}`;

/** English if the token names no language. */
export function findTokenLanguage(token: string): Language {
  const [named] = token.split(".", 1);
  return isLanguage(named) ? named : defaultLanguage;
}
