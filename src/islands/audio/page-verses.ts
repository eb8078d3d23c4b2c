/** The verses of a reader page. */

/** Wraps the words of a verse in elements, in their order. */
export type WrapWords = (verse: HTMLElement) => HTMLElement[];

const listVerses = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>("main [data-verse]"),
];

/**
 * The page's verses in order, as in '2:255', once all of the page has arrived. On a slow connection,
 * the scripts can be ready before that.
 */
export async function listVerseKeys(): Promise<string[]> {
  if (document.readyState === "loading") {
    await new Promise((resolve) => {
      document.addEventListener("DOMContentLoaded", resolve, { once: true });
    });
  }
  return listVerses().flatMap(({ dataset }) => dataset.verse ?? []);
}

export const findVerse = (key: string): HTMLElement | undefined =>
  document.querySelector<HTMLElement>(`main [data-verse="${key}"]`) ?? undefined;

/** The Basmala before a verse, which some pages show. */
export function findBasmala(key: string): HTMLElement | undefined {
  const verse = findVerse(key);
  const isBefore = (element: HTMLElement) =>
    verse && element.compareDocumentPosition(verse) & Node.DOCUMENT_POSITION_FOLLOWING;
  return [
    ...document.querySelectorAll<HTMLElement>("main :is(.basmala, .mushaf-basmala)"),
  ].findLast(isBefore);
}

/** The verse that has the focus if it is in view, otherwise the one below the reader's bar. */
export function findVerseInView(): string | undefined {
  const bar = document.querySelector(".reader-bar")?.getBoundingClientRect().bottom ?? 0;
  const top = Math.max(0, bar) + 8;
  const isBelowTop = (verse: HTMLElement) => verse.getBoundingClientRect().bottom > top;
  const focused = document.activeElement?.closest<HTMLElement>("main [data-verse]");
  const isFocusInView =
    focused && isBelowTop(focused) && focused.getBoundingClientRect().top < innerHeight;
  const verse = isFocusInView ? focused : listVerses().find(isBelowTop);
  return verse?.dataset.verse;
}

/** The next page: another part, surah, juz, page or verse. */
export function findNextPage(): { href: string; name: string } | undefined {
  const link = document.querySelector<HTMLAnchorElement>(".reader-pager a[rel=next]");
  const name = link?.querySelector("strong")?.textContent;
  return link && name ? { href: link.href, name } : undefined;
}
