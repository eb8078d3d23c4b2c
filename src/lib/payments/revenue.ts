/** The query of the revenue: a range of days in UTC, as in the provider's reports. */
import * as z from "zod/mini";

export const revenueGroups = ["day", "teacher", "course"] as const;
export type RevenueGroup = (typeof revenueGroups)[number];

/** The maximum length of a range, in days. */
export const maxRevenueDays = 731;
/** The length of the default range, in days. */
export const defaultRevenueDays = 30;

const dayMs = 24 * 60 * 60 * 1_000;
/** Excludes years without four digits, because their times can't be compared as text. */
const date = z.iso.date().check(z.refine((day) => day >= "2000-01-01" && day < "2200-01-01"));

export const revenueQuery = z.object({
  from: z.catch(z.optional(date), undefined),
  to: z.catch(z.optional(date), undefined),
  by: z.catch(z.optional(z.enum(revenueGroups)), undefined),
});
export type RevenueQuery = z.output<typeof revenueQuery>;

export interface RevenueRange {
  /** The first and the last day. */
  from: string;
  to: string;
}

/** The days of a query. A range that is missing, reversed or too long is replaced or cut at its start. */
export function toRevenueRange({ from, to }: Partial<RevenueRange>, now: Date): RevenueRange {
  const last = to ?? toDay(now);
  const first = from ?? shiftDay(last, 1 - defaultRevenueDays);
  if (first > last) return { from: last, to: last };
  const earliest = shiftDay(last, 1 - maxRevenueDays);
  const isTooLong = first < earliest;
  return { from: isTooLong ? earliest : first, to: last };
}

export const toDay = (instant: Date): string => instant.toISOString().slice(0, 10);

export function shiftDay(day: string, days: number): string {
  return toDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs));
}

/** All days of a range, the first one first. */
export function listDays({ from, to }: RevenueRange): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = shiftDay(day, 1)) days.push(day);
  return days;
}
