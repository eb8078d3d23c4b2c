/** The language of a request: of a page, by its path; of an API call, by a header. */
import type { IncomingHttpHeaders } from "node:http";
import {
  addLanguagePrefix,
  defaultLanguage,
  hasLanguages,
  isLanguage,
  type Language,
  languageHeader,
  splitLanguagePrefix,
} from "#lib/languages.ts";
import { isApiPath } from "./refusal.ts";
import type { Target } from "./target.ts";

/** The path of the English page, which handlers get, and the language of the response. */
export interface LocalTarget extends Target {
  language: Language;
}

const headerName = languageHeader.toLowerCase();

/**
 * Pages of languages that aren't offered don't exist, so their paths stay as they are. The browser's
 * Accept-Language header is never read: it describes the browser and not the page.
 */
export function readLocalTarget(
  target: Target,
  headers: IncomingHttpHeaders,
  offered: readonly Language[],
): LocalTarget {
  if (isApiPath(target.path)) {
    const named = headers[headerName];
    const isOffered = isLanguage(named) && offered.includes(named);
    return { ...target, language: isOffered ? named : defaultLanguage };
  }
  const { language, path } = splitLanguagePrefix(target.path);
  if (language === defaultLanguage || !offered.includes(language) || !hasLanguages(path)) {
    return { ...target, language: defaultLanguage };
  }
  return { path, query: target.query, language };
}

/**
 * The path and the query as they were requested, except that the start page has no slash at its end.
 */
export const addressOf = ({ path, query, language }: LocalTarget): Target => ({
  path: addLanguagePrefix(path, language),
  query,
});

/** Whether a redirect leads to an English page of this site, by its path. */
export const isPlainPath = (location: string): boolean =>
  location.startsWith("/") && splitLanguagePrefix(location).language === defaultLanguage;
