import {
  findSurah,
  merge,
  numberOfVerse,
  type Passage,
  passageOfSurah,
  verseOfNumber,
} from "../quran/quran.ts";
import { findNextVerses } from "./next-verses.ts";
import type { RecitedPassage } from "./quran-chart.ts";
import type { RecitationKind } from "./recitations.rules.ts";

/**
 * The most likely kind of lesson for a passage: a new lesson until all of it is memorized, and
 * after that the revision that would continue here. Any other revision is recent in the surah of
 * the latest new lesson, and old elsewhere.
 * @param recited passages, latest first.
 */
export function proposeKind(recited: readonly RecitedPassage[], passage: Passage): RecitationKind {
  const learned = recited.filter(({ kind }) => kind === "sabaq");
  const isMemorized = merge(learned).some(
    ({ first, last }) => first <= passage.first && passage.last <= last,
  );
  const [latest] = learned;
  if (!isMemorized || !latest) return "sabaq";
  const next = findNextVerses(recited);
  const continued = (["sabqi", "manzil"] as const).find(
    (kind) => numberOfVerse(next[kind]) === passage.first,
  );
  if (continued) return continued;
  const surah = findSurah(verseOfNumber(latest.last).surah);
  const recent = surah && passageOfSurah(surah);
  return recent && passage.first >= recent.first && passage.first <= recent.last
    ? "sabqi"
    : "manzil";
}
