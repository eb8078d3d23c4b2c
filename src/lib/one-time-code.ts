/** The six digits of a mail, in whatever script and with whatever around them they are entered. */
export const codeLength = 6;

/** The zeros of the scripts in which our people's keyboards write digits; nine more follow each. */
const zeros = ["0", "٠", "۰", "०", "০", "０"].map((zero) => zero.codePointAt(0) ?? 0);

function toDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? character : String(code - zero);
}

/** The text with its digits as 0 to 9: '١٢٣' → '123'. */
export function writeDigits(text: string): string {
  return [...text].map(toDigit).join("");
}

/** Codes are often written with spaces or dashes within. */
const whole = new RegExp(String.raw`(?<!\d)\d(?:[\s\u2010-\u2015-]*\d){${codeLength - 1}}(?!\d)`);

/** The code in a text, e.g. in a pasted line of a mail; where there is none, its first digits. */
export function findCode(text: string): string {
  const written = writeDigits(text);
  return (whole.exec(written)?.[0] ?? written).replaceAll(/\D/g, "").slice(0, codeLength);
}
