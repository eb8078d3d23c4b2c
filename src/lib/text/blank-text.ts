/**
 * Whitespace and invisible characters: zero-width and formatting characters, fillers and blanks.
 */
const unseen = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether the text contains no visible characters. */
export function isBlank(text: string): boolean {
  return text.replace(unseen, "") === "";
}
