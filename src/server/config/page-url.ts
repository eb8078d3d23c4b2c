import { addLanguagePrefix, defaultLanguage, isLanguage } from "#lib/languages.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getLanguage } from "#translations/runtime.ts";
import type { Config } from "./config.ts";

/**
 * The URL of a page in the current language, for emails and files. The path is that of the English
 * page, such as `/dashboard`.
 */
export const pageUrl = ({ appUrl }: Pick<Config, "appUrl">, path: string): string =>
  appUrl + localizePath(path);

/**
 * The URL of an API path that a provider's page leads back to. It contains the current language as
 * a parameter, because API paths contain none.
 */
export function returnUrl({ appUrl }: Pick<Config, "appUrl">, path: string): string {
  const language = getLanguage();
  if (language === defaultLanguage) return appUrl + path;
  return `${appUrl}${path}${path.includes("?") ? "&" : "?"}language=${language}`;
}

/**
 * Localizes the path of an English page to the language that a `returnUrl` contains.
 * @param language from the query, so it can be any text.
 */
export const localizeReturn = (path: string, language: string | undefined): string =>
  addLanguagePrefix(path, isLanguage(language) ? language : defaultLanguage);
