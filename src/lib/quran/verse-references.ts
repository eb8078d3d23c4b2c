/**
 * Finds references to passages in a text, such as 'Al-Baqarah 255', 'Al-Baqarah 1–25' or '2:255'.
 */
import { numberOfVerse, type Passage, surahs } from "./quran.ts";

export type TextPart = string | { text: string; passage: Passage };

const names = surahs.map(({ name }) => name.replaceAll(/[^\p{L}]/gu, "[^\\p{L}\\p{N}]")).join("|");
const verses = "(\\d{1,3})(?:\\s?[-–]\\s?(\\d{1,3}))?";
/** A time of day, such as '2:30 pm', isn't a verse. */
const pattern = new RegExp(
  `(?<![\\p{L}\\p{N}:.])(?:(${names})\\s+|(\\d{1,3}):)${verses}(?![\\p{N}:])(?!\\s?[ap]\\.?m\\b)`,
  "giu",
);

/** Divides a text into existing passages and the text between them. */
export function findPassages(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const passage = readPassage(match);
    if (!passage) continue;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ text: match[0], passage });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function readPassage([, name, number, from, to]: RegExpMatchArray): Passage | undefined {
  const letters = (text: string) => text.replaceAll(/[^\p{L}]/gu, "").toLowerCase();
  const named = name && surahs.find((each) => letters(each.name) === letters(name));
  const surah = named ? named.number : Number(number);
  const first = numberOfVerse({ surah, verse: Number(from) });
  const last = to === undefined ? first : numberOfVerse({ surah, verse: Number(to) });
  return first !== undefined && last !== undefined && first <= last ? { first, last } : undefined;
}
