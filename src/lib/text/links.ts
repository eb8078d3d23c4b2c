/** Addresses in what people write. */

export interface TextPart {
  text: string;
  /** Where it leads, if it is an address. */
  href?: string;
}

const address = /https?:\/\/[^\s<>"]+/giu;
/** What ends a sentence rather than an address. */
const trailing = new Set(".,;:!?'\"…،؛؟»”)]}");

/** Splits a text into plain text and addresses. Joined, the parts are the original text. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const href = withoutEnd(match[0]);
    if (!isAddress(href)) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: href, href });
    from = match.index + href.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** A closing bracket belongs to the address if it was opened in it. */
function withoutEnd(found: string): string {
  // Not by a pattern: one that looks for a run at the end tries each run before it.
  let end = found.length;
  while (end > 0 && trailing.has(found[end - 1] ?? "")) end -= 1;
  const cut = found.slice(0, end);
  return found[cut.length] === ")" && cut.split("(").length > cut.split(")").length
    ? found.slice(0, cut.length + 1)
    : cut;
}

/** Only what leads to another site, and nothing that looks like one and leads elsewhere. */
function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.host !== "";
}
