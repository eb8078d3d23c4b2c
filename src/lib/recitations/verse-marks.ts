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
 * Marks the memorized verses of a passage, as runs of verses with the same latest lesson. Only that
 * lesson matters: its verses are weak if it had many mistakes, or else due if it was long ago.
 */
export function markPassage(
  recited: readonly AssessedPassage[],
  shown: Passage,
  now: Date,
): VerseMark[] {
  const { latest, memorized } = findLatest(recited, shown);
  const marks: VerseMark[] = [];
  let before: AssessedPassage | undefined;
  for (const [index, found] of latest.entries()) {
    const lesson = memorized[index] ? found : undefined;
    const key = keyOfVerse(verseOfNumber(shown.first + index));
    const run = marks.at(-1);
    if (run && lesson && lesson === before) run.to = key;
    else if (lesson) marks.push({ from: key, to: key, ...assess(lesson, now) });
    before = lesson;
  }
  return marks;
}

/**
 * For each verse of the passage, the latest lesson, and whether any lesson memorized it. Each verse
 * is written only once, because a person may have thousands of long lessons.
 */
function findLatest(recited: readonly AssessedPassage[], shown: Passage) {
  const size = shown.last - shown.first + 1;
  const latest = createFillOnce<AssessedPassage>(size);
  const memorized = createFillOnce<true>(size);
  const newestFirst = recited
    .toSorted((a, b) => a.heardAt.getTime() - b.heardAt.getTime())
    .reverse();
  for (const lesson of newestFirst) {
    const part = intersect(lesson, shown);
    if (!part) continue;
    const [from, to] = [part.first - shown.first, part.last - shown.first + 1];
    latest.fill(lesson, from, to);
    if (lesson.kind === "sabaq") memorized.fill(true, from, to);
  }
  return { latest: latest.places, memorized: memorized.places };
}

/** Slots that each keep their first value. Filled slots are skipped and not visited again. */
function createFillOnce<Value>(size: number) {
  const places = new Array<Value | undefined>(size).fill(undefined);
  /**
   * For each slot, an empty slot at or after it, or a filled one that leads closer to an empty one.
   */
  const next = Int32Array.from({ length: size + 1 }, (_, index) => index);
  const findEmpty = (place: number): number => {
    let found = place;
    while (next[found] !== found) found = next[found] ?? size;
    for (let at = place; at !== found; ) {
      const following = next[at] ?? size;
      next[at] = found;
      at = following;
    }
    return found;
  };
  return {
    places,
    fill(value: Value, from: number, to: number): void {
      for (let place = findEmpty(from); place < to; place = findEmpty(place)) {
        places[place] = value;
        next[place] = place + 1;
      }
    },
  };
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
