/** The address of the same page in another language, for the links that change the language. */
import { addLanguagePrefix, type Language, splitLanguagePrefix } from "../languages.ts";
import { safeReturnPath } from "./routes.ts";

/**
 * Returns the path and query of a page in a language. A return path leads to that language too; one
 * that leaves the site is left out, so that no link of the page repeats it.
 *
 * @param url the address of the page, in any language.
 */
export function translatePath(url: URL, language: Language): string {
  const query = new URLSearchParams(url.search);
  const returnTo = query.get("returnTo");
  if (returnTo !== null) {
    query.delete("returnTo");
    const { path } = splitLanguagePrefix(safeReturnPath(returnTo, ""));
    if (path) query.set("returnTo", addLanguagePrefix(path, language));
  }
  const search = returnTo === null ? url.search : query.size > 0 ? `?${query}` : "";
  return addLanguagePrefix(splitLanguagePrefix(url.pathname).path + search, language);
}
