import { describeAge, type Standing } from "#lib/quran-chart.ts";

/** '25 of 286 verses', 'All 7 verses' or, where there is no new lesson yet, how it stands. */
export function describeMemorised({ memorised, verses, revisedAt }: Standing): string {
  if (memorised === 0) return revisedAt ? "No new lesson yet" : "Not begun";
  return memorised === verses ? `All ${verses} verses` : `${memorised} of ${verses} verses`;
}

/** 'revised 3 days ago'; empty before the first time. */
export function describeRevised({ revisedAt }: Standing, now: string, zone: string): string {
  return revisedAt ? `revised ${describeAge(revisedAt, new Date(now), zone)}` : "";
}
