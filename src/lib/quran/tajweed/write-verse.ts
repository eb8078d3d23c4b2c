/** The HTML of verses and words, with the marks of tajweed if the reader has chosen them. */
import type { ReaderView } from "../reader-view.ts";
import { markTajweed } from "./tajweed.ts";
import { createTextWriter, type TextWriter } from "./write-text.ts";

type Shown = Pick<ReaderView, "tajweed">;

export function writeVerse(text: string, { tajweed }: Shown): TextWriter {
  return createTextWriter(text, tajweed ? markTajweed(text) : []);
}

/** The HTML of each word. @param words all words of a verse, because rules depend on neighbors. */
export function writeWords(words: readonly { text: string }[], view: Shown): string[] {
  const write = writeVerse(words.map(({ text }) => text).join(" "), view);
  let start = 0;
  return words.map(({ text }) => {
    const html = write(start, start + text.length);
    start += text.length + 1;
    return html;
  });
}
