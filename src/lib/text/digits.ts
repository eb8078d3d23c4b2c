/** Digits as people type them, in whatever script their keyboard writes. */

/** The zeros of the scripts in which our people's keyboards write digits; nine more follow each. */
const zeros = ["0", "٠", "۰", "०", "০", "０"].map((zero) => zero.codePointAt(0) ?? 0);

function toDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? character : String(code - zero);
}

/** The text with its digits as 0 to 9: '١٢٣' → '123'. */
export function normalizeDigits(text: string): string {
  return [...text].map(toDigit).join("");
}

/** What a field for a whole number holds; NaN for nothing, and for all that is no such number. */
export function readWholeNumber(text: string): number {
  const written = normalizeDigits(text.trim());
  return /^-?\d{1,15}$/.test(written) ? Number(written) : Number.NaN;
}
