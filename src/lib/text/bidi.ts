/** Text that mixes both writing directions in one line. */

/**
 * Isolates the text, so that it doesn't affect the direction of the text around it, such as a comma
 * or a number after an Arabic name. In HTML, `<bdi>` does the same.
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** Joins texts to a list in which each keeps its own direction. */
export function listIsolated(texts: readonly string[]): string {
  return texts.map(isolated).join(", ");
}
