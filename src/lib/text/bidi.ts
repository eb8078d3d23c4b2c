/** Text of both writing directions in one line. */

/**
 * Isolates the text, so that it and the text around it don't change each other's direction: an Arabic
 * name before a comma or a number. In HTML, `<bdi>` does the same.
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** Several texts as one list, each in its own direction. */
export function listIsolated(texts: readonly string[]): string {
  return texts.map(isolated).join(", ");
}
