import { describeAge } from "#lib/recitations/quran-chart.ts";
import type { Memorization } from "#lib/recitations/recitations.responses.ts";
import { getTexts } from "#translations/quran-chart.ts";

const t = getTexts("quranChart");

/** '25 of 286 verses', 'All 7 verses', or a status if there is no new lesson yet. */
export function describeMemorized({ memorised, verses, recitedAt }: Memorization): string {
  if (memorised === 0) return t(recitedAt ? "noLesson" : "notStarted");
  if (memorised === verses) return t("allVerses", { count: verses });
  return t("someVerses", { memorized: memorised, count: verses });
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
  if (latest === oldest) return t("recited", { age: latest });
  return t("recitedPartly", { age: latest, oldest });
}
