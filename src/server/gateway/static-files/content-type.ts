import { extname } from "node:path";
import { lookup } from "mrmime";

/** Types that are missing from the library. */
const unlisted: Readonly<Record<string, string>> = {
  ".ico": "image/x-icon",
  ".webmanifest": "application/manifest+json",
};

/** The Content-Type for a file name, including the charset if there is one. */
export function contentTypeOf(name: string): string {
  const own = unlisted[extname(name)];
  if (own) return own;
  const type = lookup(name) ?? "application/octet-stream";
  return /^text\/|javascript$|json$|xml$/.test(type) ? `${type}; charset=utf-8` : type;
}
