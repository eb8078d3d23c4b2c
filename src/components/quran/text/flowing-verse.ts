/**
 * The HTML of a verse within flowing text. It is written here because a template could add white
 * space, and the element with the text must contain nothing else.
 */
import type { TextWriter } from "#lib/quran/tajweed/write-text.ts";
import type { PlacedPiece } from "./page-blocks.ts";

/** Breaks are drawn by CSS, so that copied text contains none. */
const lineEnd = '<span class="line-end"></span>';

/** An empty element whose width is a multiple of half an em. */
const inset = (ems: number | undefined) =>
  ems ? `<span class="line-inset inset-${ems * 2}"></span>` : "";

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
  const last = pieces.at(-1);
  for (const piece of pieces) {
    const { text, insetBefore, insetAfter } = piece;
    if (text === "") continue;
    const html = write(start, start + text.length);
    // The verse's number follows the last piece on the same line.
    texts.push(inset(insetBefore) + html + (piece === last ? "" : inset(insetAfter)));
    start += text.length + 1;
  }
  return [
    `<span lang="ar" dir="rtl">${texts.join(` ${lineEnd}`)}</span>`,
    last?.text === "" ? lineEnd + inset(last.insetBefore) : "",
    // The space belongs to the number, so that the number is never alone on a line.
    `<a class="verse-end" data-reader-act="verse" href="${href.replaceAll("&", "&amp;")}">`,
    `<span aria-hidden="true">${last?.text === "" ? "" : "\u00a0"}${end}</span>`,
    `<span class="sr-only">${label}</span></a>`,
    inset(last?.insetAfter),
    last?.breaks ? lineEnd : " ",
  ].join("");
}
