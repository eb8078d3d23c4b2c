import { createHash } from "node:crypto";

const inline = /<(script|style)(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/\1>/gi;
const hashes = /'(sha(256|384|512)-[A-Za-z0-9+/=]+)'/g;

/**
 * Astro's policy lists every script and style that any page could contain. This keeps only the hashes
 * that the finished page needs: a stricter policy and a shorter header.
 */
export function keepUsedHashes(policy: string, html: string): string {
  const found = new Set<string>();
  const algorithms = new Set([...policy.matchAll(hashes)].map(([, , bits]) => `sha${bits}`));
  for (const [, , content = ""] of html.matchAll(inline)) {
    for (const algorithm of algorithms) {
      found.add(`${algorithm}-${createHash(algorithm).update(content).digest("base64")}`);
    }
  }
  return policy
    .replace(hashes, (quoted, hash: string) => (found.has(hash) ? quoted : ""))
    .replace(/ {2,}/g, " ")
    .replace(/ +(;|$)/g, "$1");
}
