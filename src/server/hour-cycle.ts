/** The hour cycle of the current request, or of the recipient of an email (`#lib/time/hour-cycle.ts`). */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Language } from "#lib/languages.ts";
import { guessHourCycle, type HourCycle, provideHourCycle } from "#lib/time/hour-cycle.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";

const current = new AsyncLocalStorage<HourCycle | undefined>();
provideHourCycle(() => current.getStore());

/** Runs the work, including everything that it starts, with times in an hour cycle. */
export const runWithHourCycle = <Result>(
  hourCycle: HourCycle | undefined,
  work: () => Result,
): Result => current.run(hourCycle, work);

/**
 * Runs the work with the hour cycle that the browser reported or, on its first page, with the one
 * that its languages suggest. Only for pages that aren't cached for others.
 */
export function runWithLikelyHourCycle<Result>(
  acceptLanguage: string | null,
  work: () => Result,
): Result {
  return current.getStore() ? work() : runWithHourCycle(guessHourCycle(acceptLanguage), work);
}

/** The person who reads an email; the hour cycle is null if it is unknown. */
export interface Reader {
  language: Language;
  hourCycle: HourCycle | null;
}

/** Writes texts for a person, independently of the person who caused them. */
export const writeFor = <Result>({ language, hourCycle }: Reader, write: () => Result): Result =>
  runWithHourCycle(hourCycle ?? undefined, () => runWithLanguage(language, write));
