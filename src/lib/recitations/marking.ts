/** A recitation while the teacher is marking mistakes in it. */
import type { Passage } from "../quran/quran.ts";
import { numberOfKey } from "../quran/verse-key.ts";
import { keyOfMarked, type MarkedWord, type MistakeType } from "./marked-words.rules.ts";
import { type RecitationKind, recitationLimits } from "./recitations.rules.ts";

/** A word of the Quran. */
export type WordPlace = Pick<MarkedWord, "verse" | "word">;

/** A step that can be undone: the mistake that the word had before, if it had one. */
interface Step extends WordPlace {
  before?: MistakeType | undefined;
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
 * Marks a word. Marking it again with the same mistake removes the mark, and with another one
 * replaces it. Does nothing for words that can't be part of the lesson.
 */
export function markWord(marking: Marking, place: WordPlace, mistake: MistakeType): Marking {
  const verse = numberOfKey(place.verse);
  const before = marking.words.find(isAt(place))?.mistake;
  const isFull = before === undefined && marking.words.length >= recitationLimits.mistakes;
  if (verse === undefined || isFull) return marking;
  const { first, last } = marking.passage;
  const { verse: key, word } = place;
  return {
    ...marking,
    passage: { first: Math.min(first, verse), last: Math.max(last, verse) },
    words: replace(marking.words, place, before === mistake ? undefined : mistake),
    steps: [...marking.steps, { verse: key, word, before }],
  };
}

/** Undoes the latest step, which added, changed or removed a mark. */
export function undoStep(marking: Marking): Marking {
  const step = marking.steps.at(-1);
  if (!step) return marking;
  return {
    ...marking,
    words: replace(marking.words, step, step.before),
    steps: marking.steps.slice(0, -1),
  };
}

/** Changes the recited passage. Marks outside it are removed and can't be restored. */
export function setPassage(marking: Marking, passage: Passage): Marking {
  const isWithin = ({ verse }: WordPlace) => {
    const number = numberOfKey(verse) ?? 0;
    return passage.first <= number && number <= passage.last;
  };
  return {
    ...marking,
    passage,
    words: marking.words.filter(isWithin),
    steps: marking.steps.filter(isWithin),
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
