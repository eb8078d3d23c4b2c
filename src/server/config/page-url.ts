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
 * The URL of an API path to which a provider's page leads back. It names the current language,
 * because addresses of the API have none.
 */
export function returnUrl({ appUrl }: Pick<Config, "appUrl">, path: string): string {
  const language = getLanguage();
  if (language === defaultLanguage) return appUrl + path;
  return `${appUrl}${path}${path.includes("?") ? "&" : "?"}language=${language}`;
}

/**
 * The path of a page, which is that of the English page, in the language that a `returnUrl` names.
 * @param language from the query, where anyone can write anything.
 */
export const localizeReturn = (path: string, language: string | undefined): string =>
  addLanguagePrefix(path, isLanguage(language) ? language : defaultLanguage);
