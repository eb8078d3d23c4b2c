/** The pages of the 604-page Madinah mushaf. */
import { PageList } from "quran-meta";
import { juzPassages, type Passage, verseCount } from "./quran.ts";

export const pageCount = 604;

/** The first two pages have few lines, which are all centered within an ornament. */
export const isOpening = (page: number): boolean => page <= 2;

/** Passages of the pages; the entry of page 1 is the first. */
export const pagePassages: readonly Passage[] = Array.from({ length: pageCount }, (_, index) => ({
  first: PageList[index + 1] ?? 0,
  last: (PageList[index + 2] ?? verseCount + 1) - 1,
}));

/** The page that contains a verse, by the verse's continuous number. No verse spans two pages. */
export function pageOfVerse(number: number): number {
  return indexOfLastStart(pagePassages, number) + 1;
}

/** The juz that contains a verse, by the verse's continuous number. */
export function juzOfVerse(number: number): number {
  return indexOfLastStart(juzPassages, number) + 1;
}

function indexOfLastStart(passages: readonly Passage[], number: number): number {
  return passages.findLastIndex(({ first }) => first <= number);
}
