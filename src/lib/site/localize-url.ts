import { localizePath } from "./locale.ts";

/**
 * The path of the page at a complete URL of this site, in the current language, for links that the
 * API returns.
 */
export const localizeUrl = (url: string): string =>
  localizePath(url.slice(new URL(url).origin.length));
