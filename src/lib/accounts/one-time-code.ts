/** The six digits of an email, in whatever script and with whatever around them they are entered. */
import { normalizeDigits } from "../text/digits.ts";

export const codeLength = 6;

/** Codes are often written with spaces or dashes within. */
const whole = new RegExp(String.raw`(?<!\d)\d(?:[\s\u2010-\u2015-]*\d){${codeLength - 1}}(?!\d)`);

/** The code in a text, e.g. in a pasted line of an email; where there is none, its first digits. */
export function findCode(text: string): string {
  const written = normalizeDigits(text);
  return (whole.exec(written)?.[0] ?? written).replaceAll(/\D/g, "").slice(0, codeLength);
}
