/** How long passages are divided. Without imports, because the script of reader pages is small. */

/** With the meanings of words, a page has this many verses, because each word is many elements. */
export const versesPerPart = 20;

/** Whether `part` changes a page with these parameters. */
export function mayBeDivided(query: URLSearchParams): boolean {
  return query.get("words") === "1" && query.get("mode") !== "reading";
}
