/** Digits as typed on keyboards of any script. */

/**
 * The zero of each script that our users' keyboards write. The other nine digits follow it in
 * Unicode.
 */
const zeros = ["0", "٠", "۰", "०", "০", "０"].map((zero) => zero.codePointAt(0) ?? 0);

function toDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? character : String(code - zero);
}

/** Converts the digits in a text to 0 to 9: '١٢٣' → '123'. */
export function normalizeDigits(text: string): string {
  return [...text].map(toDigit).join("");
}

/** Parses a whole number; NaN for empty or invalid text. */
export function readWholeNumber(text: string): number {
  const written = normalizeDigits(text.trim());
  return /^-?\d{1,15}$/.test(written) ? Number(written) : Number.NaN;
}

/** A whole number in the digits of Arabic: 255 → '٢٥٥'. */
export function toArabicDigits(number: number): string {
  return String(number).replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
}
