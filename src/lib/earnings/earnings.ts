/** A teacher's earnings: the query parameters and the report. */
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

/** The most transactions that a report adds up. If there are more, the report says so. */
export const maxReportEntries = 2000;

/** Query parameters. Months and years start at midnight in the time zone, by default the teacher's. */
export const earningsQuery = z.object({
  period: z.optional(z.enum(["", ...earningsPeriods], "Please choose a period from the list")),
  timeZone: z.optional(
    line(60).check(
      z.refine(
        (name) => name === "" || isTimeZone(name),
        "Please choose a time zone from the list",
      ),
    ),
  ),
  ...pagingQuery(100),
});
export type EarningsQuery = z.output<typeof earningsQuery>;

/**
 * sale: a student's payment; refund: returned to the student; dispute: taken back by a bank; payout:
 * sent to the teacher's bank; other: any other transaction of the provider.
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

/** pending: can't be paid out yet; available: in the next payout; on-the-way and paid: payouts. */
export const entryStatuses = ["pending", "available", "on-the-way", "paid", "failed"] as const;
export type EntryStatus = (typeof entryStatuses)[number];

export const entryStatusLabels: Record<EntryStatus, string> = {
  pending: "Pending",
  available: "Available",
  "on-the-way": "On the way",
  paid: "Paid out",
  failed: "Failed",
};

/** A transaction in the teacher's balance, in dollars. Outgoing money is negative. */
export interface EarningsEntry {
  _id: string;
  kind: EntryKind;
  /** ISO 8601. */
  at: string;
  amount: number;
  /** The platform's fee; negative where it was returned. */
  fee: number;
  net: number;
  /** Null for transactions that only our own records have. */
  status: EntryStatus | null;
  /** The number of the student's receipt, if we know the payment. */
  receipt: string | null;
  course: { _id: string; title: string } | null;
  student: { _id: string; name: string } | null;
  /** For a sale with a known seat: how much can be refunded, and whether the student is enrolled. */
  refund: { enrollmentId: string; refundable: number; isEnrolled: boolean } | null;
}

/** Dollars. */
export interface EarningsSummary {
  gross: number;
  fees: number;
  refunds: number;
  /** Disputes and adjustments. Costs are negative. */
  other: number;
  net: number;
  paidOut: number;
}

export interface Earnings extends PageFigures {
  /** own: the provider is unavailable or there is no account, so payouts are missing. */
  source: "provider" | "own";
  /** Whether the provider is unavailable. */
  isAway: boolean;
  period: EarningsPeriod;
  timeZone: string;
  summary: EarningsSummary;
  /** The next payouts, and those on the way to the bank, in dollars; null if unknown. */
  onTheWay: number | null;
  entries: EarningsEntry[];
  /** Whether there are more transactions than a report adds up. */
  isCut: boolean;
  /** How our records match the provider's; null if they weren't compared. */
  check: { matched: number; missing: number; unknown: number } | null;
  disputes: DisputeView[];
}
