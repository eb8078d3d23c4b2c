import { localizePath } from "./locale.ts";

/**
 * The path of the page at a complete URL of this site, in the current language, for links that the
 * API returns.
 */
export function localizeUrl(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return localizePath(pathname + search + hash);
}
