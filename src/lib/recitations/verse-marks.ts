/** How well a student knows single verses, derived from the recorded lessons. */
import { pageOfVerse } from "../quran/mushaf.ts";
import { intersect, type Passage, verseOfNumber } from "../quran/quran.ts";
import { keyOfVerse } from "../quran/verse-key.ts";
import { fadingDays, type RecitedPassage } from "./quran-chart.ts";
import type { VerseMark } from "./recitations.responses.ts";
import { weakMistakesPerPage } from "./recitations.rules.ts";

/** A recited passage with its result. */
export interface AssessedPassage extends RecitedPassage {
  mistakes: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Marks the memorized verses of a passage, as runs of verses with the same latest lesson. That
 * lesson alone decides: its verses are weak if it had many mistakes, and otherwise due if it was
 * long ago.
 */
export function markPassage(
  recited: readonly AssessedPassage[],
  shown: Passage,
  now: Date,
): VerseMark[] {
  const size = shown.last - shown.first + 1;
  const latest = new Array<AssessedPassage | undefined>(size).fill(undefined);
  const memorized = new Uint8Array(size);
  const oldestFirst = recited.toSorted((a, b) => a.heardAt.getTime() - b.heardAt.getTime());
  for (const lesson of oldestFirst) {
    const part = intersect(lesson, shown);
    if (!part) continue;
    const [from, to] = [part.first - shown.first, part.last - shown.first + 1];
    latest.fill(lesson, from, to);
    if (lesson.kind === "sabaq") memorized.fill(1, from, to);
  }
  const marks: VerseMark[] = [];
  let before: AssessedPassage | undefined;
  for (const [index, found] of latest.entries()) {
    const lesson = memorized[index] === 1 ? found : undefined;
    const key = keyOfVerse(verseOfNumber(shown.first + index));
    const run = marks.at(-1);
    if (run && lesson && lesson === before) run.to = key;
    else if (lesson) marks.push({ from: key, to: key, ...assess(lesson, now) });
    before = lesson;
  }
  return marks;
}

function assess(lesson: AssessedPassage, now: Date): Pick<VerseMark, "state" | "recitedAt"> {
  return { state: stateAfter(lesson, now), recitedAt: lesson.heardAt.toISOString() };
}

function stateAfter(lesson: AssessedPassage, now: Date): VerseMark["state"] {
  const pages = pageOfVerse(lesson.last) - pageOfVerse(lesson.first) + 1;
  if (lesson.mistakes >= weakMistakesPerPage * pages) return "weak";
  const days = (now.getTime() - lesson.heardAt.getTime()) / dayMs;
  return days < fadingDays ? "memorized" : "due";
}
