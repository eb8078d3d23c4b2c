/** A teacher's earnings: the query parameters and the report. */
import * as z from "zod/mini";
import { pagingQuery } from "../paging/paging.ts";
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

/** The maximum number of transactions in a report. The report says if there are more. */
export const maxReportEntries = 2000;

/**
 * Query parameters. Months and years start at midnight in the given time zone, by default the
 * teacher's.
 */
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
 * sale: a student's payment; refund: returned to the student; dispute: withdrawn by a bank; payout:
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

/**
 * pending: not yet available for payout; available: part of the next payout; on-the-way and paid:
 * states of payouts.
 */
export const entryStatuses = ["pending", "available", "on-the-way", "paid", "failed"] as const;
export type EntryStatus = (typeof entryStatuses)[number];

export const entryStatusLabels: Record<EntryStatus, string> = {
  pending: "Pending",
  available: "Available",
  "on-the-way": "On the way",
  paid: "Paid out",
  failed: "Failed",
};
