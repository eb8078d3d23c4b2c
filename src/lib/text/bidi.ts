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

const marks = /[\u200e\u200f]/g;

/**
 * Like `isolatedInRtl`, for an amount, which is always read from left to right. `Intl` starts Arabic
 * amounts with a mark that reverses them.
 */
export function isolatedNumber(text: string): string {
  return getDirection() === "rtl" ? `\u2066${text.replaceAll(marks, "")}\u2069` : text;
}

/** Like `isolatedInRtl`, for a range, which a line break must not split. */
export function isolatedRange(text: string): string {
  if (getDirection() === "ltr") return text;
  return isolatedNumber(text.replaceAll(" ", "\u00a0").replaceAll(/[–-]/g, "\u2060$&\u2060"));
}

const firstLetter = /\p{L}/u;
const rtlLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * A line that is shown without its language, such as the subject of an email. Its direction is then
 * guessed from the first letter, so a mark precedes a name in another script.
 */
export function withDirection(line: string): string {
  const [letter] = firstLetter.exec(line) ?? [];
  if (letter === undefined) return line;
  const isRtl = getDirection() === "rtl";
  if (rtlLetter.test(letter) === isRtl) return line;
  return `${isRtl ? "\u200f" : "\u200e"}${line}`;
}

/** Joins texts into a list. In text from right to left, each keeps its own direction. */
export function listTexts(texts: readonly string[]): string {
  return getDirection() === "rtl" ? listIsolated(texts) : texts.join(", ");
}

/** Joins texts into a list in which each keeps its own direction. */
export function listIsolated(texts: readonly string[]): string {
  return texts.map(isolated).join(getDirection() === "rtl" ? "، " : ", ");
}
