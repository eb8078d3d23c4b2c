/** Values of the lesson form and their conversion for the API. */

import { numberOfVerse, verseCount, verseOfNumber } from "#lib/quran/quran.ts";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import type { MarkedWord } from "#lib/recitations/marked-words.rules.ts";
import type {
  MarkedWordView,
  NextVerses,
  RecitationView,
} from "#lib/recitations/recitations.responses.ts";
import type { RecitationKind } from "#lib/recitations/recitations.rules.ts";
import type { RecitationInput } from "#lib/recitations/recitations.ts";
import { readWholeNumber } from "#lib/text/digits.ts";

export interface RecitationValues {
  kind: RecitationKind;
  date: string;
  fromSurah: string;
  fromVerse: string;
  toSurah: string;
  toVerse: string;
  mistakes: string;
  note: string;
  /** Those of a lesson that is being edited. A new lesson has none. */
  markedWords?: MarkedWordView[];
}

/** Initial values of a new lesson, which starts where the last one of its type ended. */
export function toNewValues(
  kind: RecitationKind,
  next: NextVerses,
  date: string,
): RecitationValues {
  const { surah, verse } = next[kind];
  return {
    kind,
    date,
    fromSurah: String(surah),
    fromVerse: String(verse),
    toSurah: String(surah),
    toVerse: "",
    mistakes: "0",
    note: "",
  };
}

export function toValues({ first, last, ...lesson }: RecitationView): RecitationValues {
  const [from, to] = [verseOfNumber(first), verseOfNumber(last)];
  return {
    kind: lesson.kind,
    date: lesson.date,
    fromSurah: String(from.surah),
    fromVerse: String(from.verse),
    toSurah: String(to.surah),
    toVerse: String(to.verse),
    mistakes: String(lesson.mistakes),
    note: lesson.note ?? "",
    ...(lesson.markedWords && { markedWords: lesson.markedWords }),
  };
}

export function toInput({ markedWords, ...values }: RecitationValues) {
  const input = {
    kind: values.kind,
    date: values.date,
    fromSurah: Number(values.fromSurah),
    fromVerse: readWholeNumber(values.fromVerse),
    toSurah: Number(values.toSurah),
    toVerse: readWholeNumber(values.toVerse),
    mistakes: readWholeNumber(values.mistakes),
    note: values.note,
  };
  return { ...input, ...(markedWords && { markedWords: selectWords(markedWords, input) }) };
}

/** The words that are still within the lesson. */
function selectWords(
  words: readonly MarkedWordView[],
  {
    fromSurah,
    fromVerse,
    toSurah,
    toVerse,
  }: Pick<RecitationInput, "fromSurah" | "fromVerse" | "toSurah" | "toVerse">,
): MarkedWord[] {
  const first = numberOfVerse({ surah: fromSurah, verse: fromVerse }) ?? 1;
  const last = numberOfVerse({ surah: toSurah, verse: toVerse }) ?? verseCount;
  return words
    .map(({ text: _, ...word }) => word)
    .filter(({ verse }) => {
      const number = numberOfKey(verse) ?? 0;
      return first <= number && number <= last;
    });
}
