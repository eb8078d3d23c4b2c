import { createHash } from "node:crypto";

/**
 * Matches a comment or a tag. Quoted attributes belong to the tag, even if users entered text like
 * `<script>` into them.
 */
const tokens = /<!--[\s\S]*?-->|<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
const quoted = /"[^"]*"|'[^']*'/g;
const hashes = /'(sha(256|384|512)-[A-Za-z0-9+/=]+)'/g;

/**
 * Astro's policy lists all scripts and styles that any page could contain. This keeps only the
 * hashes of those in the rendered page, which makes the policy stricter and the header shorter.
 */
export function keepUsedHashes(policy: string, html: string): string {
  const found = new Set<string>();
  const algorithms = new Set([...policy.matchAll(hashes)].map(([, , bits]) => `sha${bits}`));
  for (const content of listInline(html)) {
    for (const algorithm of algorithms) {
      found.add(`${algorithm}-${createHash(algorithm).update(content).digest("base64")}`);
    }
  }
  return policy
    .replace(hashes, (quoted, hash: string) => (found.has(hash) ? quoted : ""))
    .replace(/ {2,}/g, " ")
    .replace(/ +(;|$)/g, "$1");
}

/** The contents of the inline scripts and styles in a page. */
function* listInline(html: string): Generator<string> {
  const scan = new RegExp(tokens);
  for (let tag = scan.exec(html); tag; tag = scan.exec(html)) {
    const [, slash, name = "", attributes = ""] = tag;
    if (slash || (name !== "script" && name !== "style")) continue;
    const start = scan.lastIndex;
    const end = html.indexOf(`</${name}`, start);
    if (end < 0) return;
    scan.lastIndex = end;
    if (!/\ssrc=/.test(attributes.replace(quoted, ""))) yield html.slice(start, end);
  }
}
