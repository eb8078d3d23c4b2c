/** Finds the six digits of a one-time code in pasted text, in any script. */
import { normalizeDigits } from "../text/digits.ts";

export const codeLength = 6;

/** Codes are often written with spaces or dashes between the digits. */
const whole = new RegExp(String.raw`(?<!\d)\d(?:[\s\u2010-\u2015-]*\d){${codeLength - 1}}(?!\d)`);

/**
 * Returns the code in a text, such as a pasted line of an email, or the text's first digits if
 * there is no complete code.
 */
export function findCode(text: string): string {
  const written = normalizeDigits(text);
  return (whole.exec(written)?.[0] ?? written).replaceAll(/\D/g, "").slice(0, codeLength);
}
