/** A student's memorization progress by juz and surah, derived from the recorded lessons. */

import { getTexts } from "#translations/recitations.ts";
import {
  intersect,
  juzPassages,
  type Passage,
  passageOfSurah,
  surahs,
  verseCount,
} from "../quran/quran.ts";
import { getLocale } from "../site/locale.ts";
import { isolatedInRtl } from "../text/bidi.ts";
import { formatPercent } from "../text/format-count.ts";
import type { Memorization, QuranChart, SurahPart } from "./recitations.responses.ts";
import type { RecitationKind } from "./recitations.rules.ts";

const t = getTexts("recitations");

/** A recited passage with the time of its recitation. */
export interface RecitedPassage extends Passage {
  kind: RecitationKind;
  heardAt: Date;
}

export function drawChart(recited: readonly RecitedPassage[]): QuranChart {
  const verses = markVerses(recited);
  const partsOf = (passage: Passage): SurahPart[] =>
    surahs.flatMap((surah) => {
      const part = intersect(passage, passageOfSurah(surah));
      if (!part) return [];
      const [fromVerse, toVerse] = [part.first - surah.first + 1, part.last - surah.first + 1];
      return [{ surah: surah.number, fromVerse, toVerse, ...memorizationOf(part, verses) }];
    });
  const whole = { first: 1, last: verseCount };
  return {
    ...memorizationOf(whole, verses),
    juz: juzPassages.map((passage, index) => ({
      juz: index + 1,
      ...memorizationOf(passage, verses),
      parts: partsOf(passage),
    })),
    surahs: partsOf(whole),
  };
}

/** Data for each verse by its continuous number, so that repeated recitations count once. */
interface VerseMarks {
  /** 1 for verses that were recited as part of new lessons. */
  memorised: Uint8Array;
  /** The latest recitation of each verse, in milliseconds since the epoch; 0 if there is none. */
  recitedAt: Float64Array;
}

function markVerses(recited: readonly RecitedPassage[]): VerseMarks {
  const marks: VerseMarks = {
    memorised: new Uint8Array(verseCount + 1),
    recitedAt: new Float64Array(verseCount + 1),
  };
  const latestFirst = recited.toSorted((a, b) => b.heardAt.getTime() - a.heardAt.getTime());
  visitOnce(
    latestFirst.filter(({ kind }) => kind === "sabaq"),
    (verse) => {
      marks.memorised[verse] = 1;
    },
  );
  visitOnce(latestFirst, (verse, { heardAt }) => {
    marks.recitedAt[verse] = heardAt.getTime();
  });
  return marks;
}

/**
 * Visits each verse with the first passage that contains it. Verses that were visited are skipped,
 * so thousands of long passages cost little more than one.
 */
function visitOnce<Each extends Passage>(
  passages: readonly Each[],
  visit: (verse: number, passage: Each) => void,
): void {
  /**
   * For each visited verse, a later one from which to continue; for all others, the verse itself.
   */
  const open = Uint16Array.from({ length: verseCount + 2 }, (_, verse) => verse);
  const findOpen = (verse: number): number => {
    let found = verse;
    for (let next = open[found] ?? found; next !== found; next = open[found] ?? found) {
      open[found] = open[next] ?? next;
      found = next;
    }
    return found;
  };
  for (const passage of passages) {
    let verse = findOpen(passage.first);
    while (verse <= passage.last) {
      visit(verse, passage);
      open[verse] = verse + 1;
      verse = findOpen(verse);
    }
  }
}

function memorizationOf({ first, last }: Passage, marks: VerseMarks): Memorization {
  let [memorised, oldest, latest] = [0, Number.POSITIVE_INFINITY, 0];
  for (let verse = first; verse <= last; verse++) {
    memorised += marks.memorised[verse] ?? 0;
    const time = marks.recitedAt[verse] ?? 0;
    if (time === 0) continue;
    oldest = Math.min(oldest, time);
    latest = Math.max(latest, time);
  }
  const memorization = { verses: last - first + 1, memorised };
  if (latest === 0) return memorization;
  return {
    ...memorization,
    recitedAt: new Date(latest).toISOString(),
    waitingSince: new Date(oldest).toISOString(),
  };
}

/** '49%', and '0.06%' below 1%. It is '100%' only if everything is memorized. */
export function formatMemorized({ memorised, verses }: Memorization): string {
  const percent = (memorised * 100) / verses;
  if (percent >= 1) return formatPercent(Math.floor(percent) / 100);
  const precision = { style: "percent", maximumSignificantDigits: 1 } as const;
  return isolatedInRtl((percent / 100).toLocaleString(getLocale(), precision));
}

/** A whole percentage to draw: 100 only if everything is memorized, and at least 1 if anything is. */
export function memorizedPercent({ memorised, verses }: Memorization): number {
  if (memorised === 0) return 0;
  return Math.max(1, Math.floor((memorised * 100) / verses));
}

/**
 * How long ago the least recently recited verse was recited: within a week, within a month, longer
 * ago, or never.
 */
export type Freshness = "fresh" | "fading" | "stale" | "never";

const day = 24 * 60 * 60 * 1000;
export const freshDays = 7;
export const fadingDays = 30;

export function freshnessOf({ waitingSince }: Memorization, now: Date): Freshness {
  if (waitingSince === undefined) return "never";
  const days = (now.getTime() - Date.parse(waitingSince)) / day;
  if (days < freshDays) return "fresh";
  return days < fadingDays ? "fading" : "stale";
}

/** 'today', 'yesterday' or '12 days ago', by calendar days in a time zone. */
export function describeAge(instant: string, now: Date, zone: string): string {
  const dayOf = (moment: Date) =>
    Date.parse(
      new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: zone }).format(moment),
    );
  const days = Math.max(0, Math.round((dayOf(now) - dayOf(new Date(instant))) / day));
  if (days < 60) return t("age.days", { count: days });
  const months = Math.floor(days / 30);
  return months < 24
    ? t("age.months", { count: months })
    : t("age.years", { count: Math.floor(days / 365) });
}
