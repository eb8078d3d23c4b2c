import { findSurah, nameSurahOf, verseOfNumber } from "#lib/quran/quran.ts";
import { keyOfVerse } from "#lib/quran/verse-key.ts";
import type { LocalItem } from "#lib/study/overlay.ts";
import { foldForSearch } from "#lib/text/search-text.ts";

/** For example 'Al-Baqarah 2:255'. @param number the verse's number within the whole Quran. */
export function describeVerse(number: number): string {
  const verse = verseOfNumber(number);
  return `${nameSurahOf(verse.surah)} ${keyOfVerse(verse)}`;
}

/** The address of a verse within its surah. */
export function versePathOf(number: number): string {
  const verse = verseOfNumber(number);
  return `/quran/${verse.surah}#${keyOfVerse(verse)}`;
}

/** The verses that an item refers to, as numbers within the whole Quran. */
export function versesOf(item: LocalItem): readonly number[] {
  if (item.kind === "collection") return item.verses;
  return [item.kind === "bookmark" ? item.verse : item.anchor.verse];
}

/** The text in which a search looks for matches. */
export function searchText(item: LocalItem): string {
  const own =
    item.kind === "bookmark" || item.kind === "collection" ? item.name : item.anchor.quote;
  const text = item.kind === "note" ? item.text : "";
  const places = versesOf(item).flatMap((verse) => {
    const { name = "", arabicName = "" } = findSurah(verseOfNumber(verse).surah) ?? {};
    return [name, arabicName, keyOfVerse(verseOfNumber(verse))];
  });
  return foldForSearch([own, text, ...places].join(" "));
}
