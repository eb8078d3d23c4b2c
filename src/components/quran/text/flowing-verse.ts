/**
 * The HTML of a verse within flowing text. It is written here because a template could add white
 * space, and the element with the text must contain nothing else.
 */
import type { TextWriter } from "#lib/quran/tajweed/write-text.ts";
import type { PlacedPiece } from "./page-blocks.ts";

/** Breaks are drawn by CSS, so that copied text contains none. */
const lineEnd = '<span class="line-end"></span>';

interface VerseLink {
  /** The sign with the verse's number. */
  end: string;
  href: string;
  label: string;
}

export function writeFlowingVerse(
  pieces: readonly PlacedPiece[],
  write: TextWriter,
  { end, href, label }: VerseLink,
): string {
  const texts: string[] = [];
  let start = 0;
  for (const { text } of pieces) {
    if (text === "") continue;
    texts.push(write(start, start + text.length));
    start += text.length + 1;
  }
  const last = pieces.at(-1);
  return [
    `<span lang="ar" dir="rtl">${texts.join(` ${lineEnd}`)}</span>`,
    last?.text === "" ? lineEnd : "",
    // The space belongs to the number, so that the number is never alone on a line.
    `<a class="verse-end" data-reader-act="verse" href="${href.replaceAll("&", "&amp;")}">`,
    `<span aria-hidden="true">${last?.text === "" ? "" : "\u00a0"}${end}</span>`,
    `<span class="sr-only">${label}</span></a>`,
    last?.breaks ? lineEnd : " ",
  ].join("");
}
