/**
 * Suggests where the next lesson of each kind begins, so that teachers rarely have to look it up.
 */
import {
  findSurah,
  merge,
  numberOfVerse,
  type Passage,
  passageOfSurah,
  surahCount,
  surahs,
  type VerseRef,
  verseOfNumber,
} from "../quran/quran.ts";
import type { RecitedPassage } from "./quran-chart.ts";
import type { NextVerses } from "./recitations.responses.ts";
import { type RecitationKind, recitationKinds } from "./recitations.rules.ts";

const beginning: VerseRef = { surah: 1, verse: 1 };

/**
 * A new lesson continues in the surah and then in the next surah that isn't memorized yet. Recent
 * revision stays in the surah that is being learned. Old revision cycles through everything that is
 * memorized.
 * @param recited passages, latest first.
 */
export function findNextVerses(recited: readonly RecitedPassage[]): NextVerses {
  const learned = recited.filter(({ kind }) => kind === "sabaq");
  // Without new lessons, the revised passages must have been memorized earlier.
  const known = merge(learned.length > 0 ? learned : recited);
  const nextOf = (kind: RecitationKind): VerseRef => {
    const own = recited.filter((each) => each.kind === kind);
    if (kind === "sabaq" || learned.length === 0) return proceed(own, known);
    const first = kind === "sabqi" ? beginOfSurah(learned[0], known) : known[0]?.first;
    return reviseOn(own[0], known, kind === "manzil") ?? verseAt(first);
  };
  const [sabaq, sabqi, manzil] = recitationKinds.map(nextOf);
  if (!sabaq || !sabqi || !manzil) throw new Error("A kind of lesson is missing");
  return { sabaq, sabqi, manzil };
}

const verseAt = (number: number | undefined): VerseRef =>
  number === undefined ? beginning : verseOfNumber(number);

const covers = (known: readonly Passage[], { first, last }: Passage): boolean =>
  known.some((each) => each.first <= first && last <= each.last);

function proceed(lessons: readonly Passage[], known: readonly Passage[]): VerseRef {
  // Every student learns Al-Fatihah first, so it doesn't reveal the direction in which a student
  // learns.
  const last = lessons.find(({ last: end }) => verseOfNumber(end).surah > 1) ?? lessons[0];
  if (!last) return beginning;
  const end = verseOfNumber(last.last);
  const isWhole = end.verse === findSurah(end.surah)?.verses;
  return isWhole
    ? { surah: findNextSurah(verseOfNumber(last.first).surah, end.surah, known), verse: 1 }
    : { surah: end.surah, verse: end.verse + 1 };
}

/**
 * The next surah that isn't completely memorized. Many students, and most children, learn from the
 * end of the Quran toward its beginning. In that case the surah after the last lesson is memorized
 * and the one before it isn't.
 */
function findNextSurah(first: number, last: number, known: readonly Passage[]): number {
  const isOpen = (number: number) => {
    const surah = findSurah(number);
    return surah !== undefined && !covers(known, passageOfSurah(surah));
  };
  const before = surahs.findLast(({ number }) => number < first && isOpen(number))?.number;
  const after = surahs.find(({ number }) => number > last && isOpen(number))?.number;
  const isBackwards = before === first - 1 && (last === surahCount || !isOpen(last + 1));
  return (isBackwards ? before : (after ?? before)) ?? 1;
}

/** The first memorized verse of the surah in which a lesson ended. */
function beginOfSurah(lesson: Passage | undefined, known: readonly Passage[]): number | undefined {
  const surah = lesson && findSurah(verseOfNumber(lesson.last).surah);
  const first = surah && numberOfVerse({ surah: surah.number, verse: 1 });
  const passage = known.find(({ last }) => first !== undefined && last >= first);
  return passage && first && Math.max(passage.first, first);
}

/** The memorized verse that follows a revision; undefined if revision has to start over. */
function reviseOn(
  last: Passage | undefined,
  known: readonly Passage[],
  overGaps: boolean,
): VerseRef | undefined {
  if (!last) return undefined;
  const next = last.last + 1;
  const passage = known.find((each) => next <= each.last && (overGaps || each.first <= next));
  return passage && verseOfNumber(Math.max(next, passage.first));
}
