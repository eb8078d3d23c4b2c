/** As much of a description as search engines show. */
const searchResultLength = 155;

/** The beginning of a text as one line of at most so many characters, cut between words. */
export function excerpt(text: string, maxLength = searchResultLength): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1);
  const end = cut.lastIndexOf(" ");
  const whole = end > maxLength / 2 ? cut.slice(0, end) : withoutHalfCharacter(cut);
  return `${whole.replace(/[\s,;:.–-]+$/u, "")}…`;
}

/** A cut through a character of two code units leaves the first one at the end. */
const withoutHalfCharacter = (text: string): string =>
  text.isWellFormed() ? text : text.slice(0, -1);
