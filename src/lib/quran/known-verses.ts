/** The verses that are known by a name, such as Ayat al-Kursi. */
import { foldForSearch, unifyKeyboards } from "../text/search-text.ts";
import { foldSound } from "./fold-sound.ts";
import type { VerseRef } from "./quran.ts";

/**
 * Verses and what they are called in the languages of the site. Spellings of one sound, spaces and
 * signs don't matter, so only names that are pronounced or spelled differently are listed.
 */
const knownVerses: readonly (VerseRef & { names: readonly string[] })[] = [
  {
    surah: 1,
    verse: 1,
    names: [
      "Basmala",
      "Basmalah",
      "Bismillahi r-rahmani r-rahim",
      "Bismillah ar-rahman ar-rahim",
      "Bismillah al-rahman al-rahim",
      "Bismillahi al-rahmani al-rahim",
      "البسملة",
      "بسم الله الرحمن الرحيم",
      "بسم الله الرحمان الرحيم",
    ],
  },
  {
    surah: 2,
    verse: 255,
    names: [
      "Ayat al-Kursi",
      "Ayat ul-Kursi",
      "Ayah al-Kursi",
      "Ayat Kursi",
      "Throne Verse",
      "The Throne Verse",
      "Verse of the Throne",
      "Verset du Trône",
      "Aleya del Trono",
      "آية الكرسي",
      "آیت الکرسی",
    ],
  },
  {
    surah: 2,
    verse: 282,
    names: ["Ayat ad-Dayn", "Ayat ud-Dayn", "Ayat al-Dayn", "Verse of Debt", "آية الدين"],
  },
  {
    surah: 24,
    verse: 35,
    names: [
      "Ayat an-Nur",
      "Ayat un-Nur",
      "Ayat al-Nur",
      "Light Verse",
      "Verse of Light",
      "Verset de la Lumière",
      "Aleya de la Luz",
      "آية النور",
      "آیت النور",
    ],
  },
];

const foldName = (name: string): string => foldSound(unifyKeyboards(foldForSearch(name)));

const verseOfName: ReadonlyMap<string, VerseRef> = new Map(
  knownVerses.flatMap(({ names, surah, verse }) =>
    names.map((name) => [foldName(name), { surah, verse }] as const),
  ),
);

/** The verse that is known by this name. */
export const findKnownVerse = (name: string): VerseRef | undefined =>
  verseOfName.get(foldName(name));
