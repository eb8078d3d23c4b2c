/** A recitation while the teacher is marking mistakes in it. */
import { pageOfVerse } from "../quran/mushaf.ts";
import type { Passage } from "../quran/quran.ts";
import { numberOfKey } from "../quran/verse-key.ts";
import { keyOfMarked, type MarkedWord, type MistakeType } from "./marked-words.rules.ts";
import { type RecitationKind, recitationLimits } from "./recitations.rules.ts";

/** A word of the Quran. */
export type WordPlace = Pick<MarkedWord, "verse" | "word">;

/** A step that can be undone, with the previous state of what it changed. */
interface Step extends WordPlace {
  /** The mistake that the word had, if it had one. */
  before?: MistakeType | undefined;
  /** The passage, if the step extended it. */
  passage?: Passage | undefined;
}

export interface Marking {
  /** The ID that the lesson will have. */
  clientId: string;
  /** The recited passage. Marking a word outside it extends it. */
  passage: Passage;
  /** The kind that the teacher chose. If it is missing, the suggested kind applies. */
  kind?: RecitationKind | undefined;
  words: readonly MarkedWord[];
  /** Latest last. */
  steps: readonly Step[];
}

export const startMarking = (clientId: string, passage: Passage): Marking => ({
  clientId,
  passage,
  words: [],
  steps: [],
});

const isAt =
  (place: WordPlace) =>
  (word: WordPlace): boolean =>
    keyOfMarked(word) === keyOfMarked(place);

/**
 * Whether a word is so far from the recitation that marking it is probably a mistake: recitations
 * continue on the same page of the mushaf or on the next one.
 */
export function isFar({ passage }: Marking, { verse }: WordPlace): boolean {
  const number = numberOfKey(verse);
  if (number === undefined) return false;
  const page = pageOfVerse(number);
  return page < pageOfVerse(passage.first) - 1 || page > pageOfVerse(passage.last) + 1;
}

/**
 * Marks a word. Marking it again with the same mistake removes the mark, and with another one
 * replaces it. Does nothing for words that can't be part of the lesson.
 */
export function markWord(marking: Marking, place: WordPlace, mistake: MistakeType): Marking {
  const verse = numberOfKey(place.verse);
  const before = marking.words.find(isAt(place))?.mistake;
  const isFull = before === undefined && marking.words.length >= recitationLimits.mistakes;
  if (verse === undefined || isFull) return marking;
  const { first, last } = marking.passage;
  const isOutside = verse < first || verse > last;
  const { verse: key, word } = place;
  const step = { verse: key, word, before, ...(isOutside && { passage: marking.passage }) };
  return {
    ...marking,
    passage: { first: Math.min(first, verse), last: Math.max(last, verse) },
    words: replace(marking.words, place, before === mistake ? undefined : mistake),
    steps: [...marking.steps, step],
  };
}

/** Undoes the latest step, which added, changed or removed a mark and may have extended the passage. */
export function undoStep(marking: Marking): Marking {
  const step = marking.steps.at(-1);
  if (!step) return marking;
  return {
    ...marking,
    passage: step.passage ?? marking.passage,
    words: replace(marking.words, step, step.before),
    steps: marking.steps.slice(0, -1),
  };
}

/**
 * Changes the recited passage. Marks outside it are removed and can't be restored. Undoing earlier
 * steps keeps the chosen passage.
 */
export function setPassage(marking: Marking, passage: Passage): Marking {
  const isWithin = ({ verse }: WordPlace) => {
    const number = numberOfKey(verse) ?? 0;
    return passage.first <= number && number <= passage.last;
  };
  return {
    ...marking,
    passage,
    words: marking.words.filter(isWithin),
    steps: marking.steps
      .filter(isWithin)
      .map(({ verse, word, before }) => ({ verse, word, before })),
  };
}

function replace(
  words: readonly MarkedWord[],
  place: WordPlace,
  mistake: MistakeType | undefined,
): MarkedWord[] {
  const others = words.filter((word) => !isAt(place)(word));
  const { verse, word } = place;
  return mistake === undefined ? others : [...others, { verse, word, mistake }];
}
