/** Values of the lesson form and their conversion for the API. */

import { verseOfNumber } from "#lib/quran/quran.ts";
import type { NextVerses, RecitationView } from "#lib/recitations/recitations.responses.ts";
import type { RecitationKind } from "#lib/recitations/recitations.rules.ts";
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
  };
}

export const toInput = (values: RecitationValues) => ({
  kind: values.kind,
  date: values.date,
  fromSurah: Number(values.fromSurah),
  fromVerse: readWholeNumber(values.fromVerse),
  toSurah: Number(values.toSurah),
  toVerse: readWholeNumber(values.toVerse),
  mistakes: readWholeNumber(values.mistakes),
  note: values.note,
});
