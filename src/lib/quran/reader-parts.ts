/**
 * How long passages are divided into parts. This file has no imports, because the script of reader
 * pages must stay small.
 */

/**
 * The number of verses on a page that shows the meanings of words, because each word takes many
 * elements.
 */
export const versesPerPart = 20;

/** Whether `part` changes a page with these parameters. */
export function mayBeDivided(query: URLSearchParams): boolean {
  return query.get("words") === "1" && query.get("mode") !== "reading";
}
