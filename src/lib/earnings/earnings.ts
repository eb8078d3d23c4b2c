/** What a teacher has earned: how it is asked for, and what is shown. */
import * as z from "zod/mini";
import { type PageFigures, pagingQuery } from "../paging/paging.ts";
import type { DisputeView } from "../payments/disputes.ts";
import { line } from "../text/text-schemas.ts";
import { isTimeZone } from "../time/time-zones.ts";

export const earningsPeriods = [
  "this-month",
  "last-month",
  "this-year",
  "last-year",
  "all",
] as const;
export type EarningsPeriod = (typeof earningsPeriods)[number];
export const defaultPeriod: EarningsPeriod = "this-month";

export const periodLabels: Record<EarningsPeriod, string> = {
  "this-month": "This month",
  "last-month": "Last month",
  "this-year": "This year",
  "last-year": "Last year",
  all: "All time",
};

export const earningsPageSize = 20;

/** Most movements that a page reads for its sums; where there are more it says so. */
export const maxReportEntries = 2000;

/** Query parameters. Months and years begin at midnight of the zone: the teacher's by default. */
export const earningsQuery = z.object({
  period: z.optional(z.enum(["", ...earningsPeriods], "Please choose a period from the list")),
  timeZone: z.optional(
    line(60).check(z.refine((name) => name === "" || isTimeZone(name), "This is no time zone")),
  ),
  ...pagingQuery(100),
});
export type EarningsQuery = z.output<typeof earningsQuery>;

/**
 * sale: a student's payment; refund: given back; dispute: taken back by a bank; payout: sent to the
 * teacher's bank; other: whatever else the provider books.
 */
export const entryKinds = ["sale", "refund", "dispute", "payout", "other"] as const;
export type EntryKind = (typeof entryKinds)[number];

export const entryKindLabels: Record<EntryKind, string> = {
  sale: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  payout: "Payout",
  other: "Adjustment",
};

/** pending: not to be paid out yet; available: with the next payout; on-the-way, paid: of payouts. */
export const entryStatuses = ["pending", "available", "on-the-way", "paid", "failed"] as const;
export type EntryStatus = (typeof entryStatuses)[number];

export const entryStatusLabels: Record<EntryStatus, string> = {
  pending: "Pending",
  available: "Available",
  "on-the-way": "On the way",
  paid: "Paid out",
  failed: "Failed",
};

/** A movement of the teacher's balance. Dollars; negative is money that leaves. */
export interface EarningsEntry {
  _id: string;
  kind: EntryKind;
  /** ISO 8601. */
  at: string;
  amount: number;
  /** The platform's share of it; negative where it was given back. */
  fee: number;
  net: number;
  /** Null where only our own books know of it. */
  status: EntryStatus | null;
  /** The number of the receipt that the student has, as far as we know the payment. */
  receipt: string | null;
  course: { _id: string; title: string } | null;
  student: { _id: string; name: string } | null;
  /** Of a sale whose seat we know: what can be refunded of it, and whether the student is there. */
  refund: { enrollmentId: string; refundable: number; isEnrolled: boolean } | null;
}

/** Dollars. */
export interface EarningsSummary {
  gross: number;
  fees: number;
  refunds: number;
  /** Disputes and adjustments; negative where they cost. */
  other: number;
  net: number;
  paidOut: number;
}

export interface Earnings extends PageFigures {
  /** own: the provider could not be asked, or there is no account; payouts are missing then. */
  source: "provider" | "own";
  /** Whether the provider could not be reached just now. */
  isAway: boolean;
  period: EarningsPeriod;
  timeZone: string;
  summary: EarningsSummary;
  /** What the next payouts bring and what is under way to the bank, in dollars; null if unknown. */
  onTheWay: number | null;
  entries: EarningsEntry[];
  /** Whether there are more movements than a report reads. */
  isCut: boolean;
  /** How our own books agree with the provider's; null where they weren't compared. */
  check: { matched: number; missing: number; unknown: number } | null;
  disputes: DisputeView[];
}
