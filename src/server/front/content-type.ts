import { extname } from "node:path";
import { lookup } from "mrmime";

/** The Content-Type of a file by its name, with the charset where there is one. */
export function contentTypeOf(name: string): string {
  if (extname(name) === ".webmanifest") return "application/manifest+json";
  const type = lookup(name) ?? "application/octet-stream";
  return /^text\/|javascript$|json$|xml$/.test(type) ? `${type}; charset=utf-8` : type;
}
