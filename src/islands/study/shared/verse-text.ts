import { divideVerse } from "#lib/quran/words/divide-verse.ts";

/** The canonical words of a verse on a reader page. */
export function readWords(verse: HTMLElement): string[] {
  const text = verse.querySelector("[lang=ar]")?.textContent ?? "";
  return divideVerse(verse.dataset.verse ?? "", text);
}
