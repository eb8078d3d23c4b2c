/** Words of both writing directions in one line. */

/**
 * The text set apart from what stands beside it, so that neither turns the other round: an Arabic
 * name before a comma, or before a number. In HTML `<bdi>` does the same.
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** Several texts as one list, each in its own direction. */
export function listIsolated(texts: readonly string[]): string {
  return texts.map(isolated).join(", ");
}
