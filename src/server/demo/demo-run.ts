/** One making of the demo. */
import pLimit from "p-limit";
import type { ProfiledActor } from "../actor.ts";
import type { Context } from "../context.ts";

export interface DemoRun {
  context: Context;
  /** The moment to which all dates are relative. */
  startedAt: Date;
}

/** People by their keys. */
export type DemoPeople = ReadonlyMap<string, ProfiledActor>;

const hour = 60 * 60 * 1000;
export const day = 24 * hour;
export const week = 7 * day;

/** A moment before or, with a negative duration in milliseconds, after the start of the run. */
export function before({ startedAt }: DemoRun, duration: number): Date {
  return new Date(startedAt.getTime() - duration);
}

/** Works on all items, few at a time, so that pool and providers have room for others. */
export function forEach<T>(
  items: Iterable<T>,
  work: (item: T, index: number) => Promise<unknown>,
): Promise<unknown> {
  return pLimit(4).map(items, work);
}

/** The value that was made under the key by an earlier step. */
export function need<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo has no '${key}'.`);
  return value;
}
