/** The addresses of files on the audio host. */
import { numberOfVerse, type VerseRef } from "../quran/quran.ts";

const pad = (number: number): string => String(number).padStart(3, "0");

/**
 * Replaces the placeholders of a pattern.
 * @param pattern as in `https://audio.example/{surah3}{verse3}.mp3`, of a verse or of a surah.
 */
export function fileAddress(pattern: string, { surah, verse }: VerseRef): string {
  const values: Record<string, string> = {
    surah: String(surah),
    surah3: pad(surah),
    verse: String(verse),
    verse3: pad(verse),
    number: String(numberOfVerse({ surah, verse })),
  };
  return pattern.replaceAll(/\{(\w+)\}/g, (found, name: string) => values[name] ?? found);
}
