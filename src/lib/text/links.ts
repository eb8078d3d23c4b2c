/** Finds URLs in text that users write. */

export interface TextPart {
  text: string;
  /** The target, if this part is a URL. */
  href?: string;
}

const address = /https?:\/\/[^\s<>"]+/giu;
/** Characters that belong to the sentence if they follow a URL. */
const trailing = new Set(".,;:!?'\"…،؛؟»”)]}");

/** Splits a text into plain text and URLs. The joined parts equal the original text. */
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

/** A closing bracket belongs to the URL only if the URL contains the opening one. */
function withoutEnd(found: string): string {
  // A loop, because a regular expression anchored at the end takes quadratic time on long runs.
  let end = found.length;
  while (end > 0 && trailing.has(found[end - 1] ?? "")) end -= 1;
  const cut = found.slice(0, end);
  return found[cut.length] === ")" && cut.split("(").length > cut.split(")").length
    ? found.slice(0, cut.length + 1)
    : cut;
}

/** Accepts only URLs of other sites, and none that disguise their host. */
function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.host !== "";
}
