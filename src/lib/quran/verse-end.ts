import { toArabicDigits } from "../text/digits.ts";

/** The end of a verse: the font draws the sign around the digits that follow it. */
export function verseEnd(verse: number): string {
  return `\u06dd${toArabicDigits(verse)}`;
}
