/** One run that creates the demo data. */
import pLimit from "p-limit";
import type { ProfiledActor } from "../actor.ts";
import type { Context } from "../context.ts";

export interface DemoRun {
  context: Context;
  /** The instant to which all dates are relative. */
  startedAt: Date;
}

/** People by key. */
export type DemoPeople = ReadonlyMap<string, ProfiledActor>;

const hour = 60 * 60 * 1000;
export const day = 24 * hour;
export const week = 7 * day;

/** The instant `duration` milliseconds before the start of the run, or after it if negative. */
export function before({ startedAt }: DemoRun, duration: number): Date {
  return new Date(startedAt.getTime() - duration);
}

/**
 * Processes all items, a few at a time, so that the connection pool and the providers aren't
 * overloaded. Throws the first error after all items were processed, so that a second run doesn't
 * overlap with this one.
 */
export async function forEach<T>(
  items: Iterable<T>,
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const limit = pLimit(4);
  const results = await Promise.allSettled(
    [...items].map((item, index) => limit(() => work(item, index))),
  );
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** The value that an earlier step stored under the key. */
export function need<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo data has no '${key}'.`);
  return value;
}
