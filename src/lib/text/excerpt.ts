/** The number of characters of a description that search engines show. */
const searchResultLength = 155;

/** The beginning of a text as one line of at most `maxLength` characters, cut between words. */
export function excerpt(text: string, maxLength = searchResultLength): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1);
  const end = cut.lastIndexOf(" ");
  const whole = end > maxLength / 2 ? cut.slice(0, end) : withoutHalfCharacter(cut);
  return `${whole.replace(/[\s,;:.–-]+$/u, "")}…`;
}

/** Slicing can split a surrogate pair. This removes the remaining half. */
const withoutHalfCharacter = (text: string): string =>
  text.isWellFormed() ? text : text.slice(0, -1);
