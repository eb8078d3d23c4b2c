/** Which words of a passage a student finds hard, derived from the lessons with marked words. */
import type { Passage } from "../quran/quran.ts";
import { type StoredMarkedWord, withinPassage } from "./marked-words.rules.ts";

/** A lesson with its information about single words. */
export interface ObservedLesson extends Passage {
  mistakes: number;
  markedWords: readonly StoredMarkedWord[];
  /** Whether the teacher marked mistakes while listening, instead of entering their number. */
  isMarked: boolean;
  heardAt: Date;
}

/** A weak word, with the verse's continuous number. */
export interface WeakWordRef extends StoredMarkedWord {
  markedAt: Date;
  times: number;
  remaining: number;
  isFading: boolean;
}

/** How many correct lessons one mark requires, and the maximum number that can be required. */
export const fadingRule = { perMark: 2, max: 4 } as const;

/**
 * A marked word is weak until it has been recited correctly in two later lessons, or in up to four
 * if it was marked repeatedly: each mark adds two, at most four are required, and each lesson
 * that contains the word without a mark takes one away. A lesson for which only a number of mistakes
 * was entered changes nothing unless the number is 0, because nobody knows which words were wrong.
 *
 * @param lessons oldest first.
 * @returns the weak words of the passage in the order of the Quran.
 */
export function findWeakWords(lessons: readonly ObservedLesson[], passage: Passage): WeakWordRef[] {
  const known = new Map<string, WeakWordRef>();
  for (const lesson of lessons) {
    const marked = withinPassage(lesson.markedWords, passage);
    const keys = new Set(marked.map(keyOf));
    if (lesson.isMarked || lesson.mistakes === 0) {
      for (const [key, word] of known) {
        const isCorrect = lesson.first <= word.verse && word.verse <= lesson.last && !keys.has(key);
        if (!isCorrect) continue;
        word.remaining = Math.max(0, word.remaining - 1);
        word.isFading = true;
      }
    }
    for (const word of marked) {
      const { times = 0, remaining = 0 } = known.get(keyOf(word)) ?? {};
      known.set(keyOf(word), {
        ...word,
        markedAt: lesson.heardAt,
        times: times + 1,
        remaining: Math.min(fadingRule.max, remaining + fadingRule.perMark),
        isFading: false,
      });
    }
  }
  return [...known.values()]
    .filter(({ remaining }) => remaining > 0)
    .sort((one, other) => one.verse - other.verse || one.word - other.word);
}

const keyOf = ({ verse, word }: StoredMarkedWord) => `${verse}:${word}`;
