/** What somebody knows of the Quran, juz by juz and surah by surah, from the lessons so far. */
import {
  intersect,
  juzPassages,
  type Passage,
  passageOfSurah,
  surahs,
  verseCount,
} from "./quran.ts";
import type { RecitationKind } from "./recitations.ts";

/** Passages of one kind that were recited, with the last time at which each was. */
export interface RecitedPassage extends Passage {
  kind: RecitationKind;
  /** ISO 8601. */
  heardAt: string;
}

export interface Standing {
  verses: number;
  /** How many of them were recited as new lessons. */
  memorised: number;
  /** When something of it was revised last, ISO 8601; absent before the first time. */
  revisedAt?: string | undefined;
}

/** The part of a surah that stands in a juz. */
export interface SurahPart extends Standing {
  surah: number;
  /** Its verses, counted within the surah. */
  fromVerse: number;
  toVerse: number;
}

export interface JuzStanding extends Standing {
  juz: number;
  parts: SurahPart[];
}

export interface QuranChart extends Standing {
  juz: JuzStanding[];
  surahs: SurahPart[];
}

export function drawChart(recited: readonly RecitedPassage[]): QuranChart {
  const known = merge(recited.filter(({ kind }) => kind === "sabaq"));
  const revised = recited.filter(({ kind }) => kind !== "sabaq");
  const standing = (passage: Passage) => standingOf(passage, known, revised);
  const partsOf = (passage: Passage): SurahPart[] =>
    surahs.flatMap((surah) => {
      const part = intersect(passage, passageOfSurah(surah));
      if (!part) return [];
      const [fromVerse, toVerse] = [part.first - surah.first + 1, part.last - surah.first + 1];
      return [{ surah: surah.number, fromVerse, toVerse, ...standing(part) }];
    });
  const whole = { first: 1, last: verseCount };
  return {
    ...standing(whole),
    juz: juzPassages.map((passage, index) => ({
      juz: index + 1,
      ...standing(passage),
      parts: partsOf(passage),
    })),
    surahs: partsOf(whole),
  };
}

/** The same verses as passages that neither overlap nor touch, in order. */
export function merge(passages: readonly Passage[]): Passage[] {
  const merged: Passage[] = [];
  for (const { first, last } of passages.toSorted((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else merged.push({ first, last });
  }
  return merged;
}

const lengthOf = ({ first, last }: Passage): number => last - first + 1;

function standingOf(
  passage: Passage,
  known: readonly Passage[],
  revised: readonly RecitedPassage[],
): Standing {
  let memorised = 0;
  for (const each of known) {
    const shared = intersect(each, passage);
    if (shared) memorised += lengthOf(shared);
  }
  let revisedAt: string | undefined;
  for (const each of revised) {
    if (!intersect(each, passage)) continue;
    if (revisedAt === undefined || each.heardAt > revisedAt) revisedAt = each.heardAt;
  }
  return { verses: lengthOf(passage), memorised, ...(revisedAt ? { revisedAt } : {}) };
}

/** Whole per cent: 100 for all alone, and at least 1 once there is something. */
export function memorisedPercent({ memorised, verses }: Standing): number {
  if (memorised === 0) return 0;
  return Math.max(1, Math.floor((memorised * 100) / verses));
}

/** How long ago the last revision was: within a week, within a month, longer, or never. */
export type Freshness = "fresh" | "fading" | "stale" | "never";

const day = 24 * 60 * 60 * 1000;
export const freshDays = 7;
export const fadingDays = 30;

export function freshnessOf({ revisedAt }: Standing, now: Date): Freshness {
  if (revisedAt === undefined) return "never";
  const days = (now.getTime() - Date.parse(revisedAt)) / day;
  if (days < freshDays) return "fresh";
  return days < fadingDays ? "fading" : "stale";
}

/** 'today', 'yesterday', '12 days ago' by the calendar of a zone. */
export function describeAge(instant: string, now: Date, zone: string): string {
  const dayOf = (moment: Date) =>
    Date.parse(
      new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: zone }).format(moment),
    );
  const days = Math.max(0, Math.round((dayOf(now) - dayOf(new Date(instant))) / day));
  if (days === 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 60) return `${days} days ago`;
  const months = Math.floor(days / 30);
  return months < 24 ? `${months} months ago` : `${Math.floor(days / 365)} years ago`;
}
