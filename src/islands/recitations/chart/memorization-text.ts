import { describeAge } from "#lib/recitations/quran-chart.ts";
import type { Memorization } from "#lib/recitations/recitations.responses.ts";

/** '25 of 286 verses', 'All 7 verses', or a status if there is no new lesson yet. */
export function describeMemorized({ memorised, verses, recitedAt }: Memorization): string {
  if (memorised === 0) return recitedAt ? "No new lesson yet" : "Not started";
  return memorised === verses ? `All ${verses} verses` : `${memorised} of ${verses} verses`;
}

/**
 * 'recited 3 days ago', or 'recited today, some of it 12 days ago' if the dates differ. Empty
 * before the first recitation.
 */
export function describeRecited(
  { recitedAt, waitingSince }: Memorization,
  now: string,
  zone: string,
): string {
  if (recitedAt === undefined || waitingSince === undefined) return "";
  const ageOf = (instant: string) => describeAge(instant, new Date(now), zone);
  const [latest, oldest] = [ageOf(recitedAt), ageOf(waitingSince)];
  return latest === oldest ? `recited ${latest}` : `recited ${latest}, some of it ${oldest}`;
}
