/** Text that mixes both writing directions in one line. */
import { getDirection } from "../site/locale.ts";

/**
 * Isolates the text, so that it doesn't affect the direction of the text around it, such as a comma
 * or a number after an Arabic name. In HTML, `<bdi>` does the same.
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/**
 * Isolates an amount, a range or a time in text that is written from right to left, where its signs
 * would move to the other side. Left-to-right text stays as it is.
 */
export function isolatedInRtl(text: string): string {
  return getDirection() === "rtl" ? isolated(text) : text;
}

/** Joins texts into a list in which each keeps its own direction. */
export function listIsolated(texts: readonly string[]): string {
  return texts.map(isolated).join(", ");
}
