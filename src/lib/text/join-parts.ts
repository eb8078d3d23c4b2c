/**
 * Joins headings, list items and paragraphs to one line. A dot between them separates what has no
 * punctuation at its end; it reads the same in all languages and directions.
 */
export const joinParts = (parts: readonly string[]): string =>
  parts
    .map((part) => part.replaceAll(/\s+/gu, " ").trim())
    .filter((part) => part !== "")
    .reduce((line, part) => {
      if (line === "") return part;
      return /[\p{Po}\p{Pd}…]$/u.test(line) ? `${line} ${part}` : `${line} · ${part}`;
    }, "");
