/** A teacher's earnings: the query parameters and the report. */
import * as z from "zod/mini";
import { getTexts } from "#translations/earnings.ts";
import { pagingQuery } from "../paging/paging.ts";
import { line } from "../text/text-schemas.ts";
import { timeInputMessages } from "../time/time-schemas.ts";
import { toTimeZone } from "../time/time-zones.ts";

const t = getTexts("earnings");

export const earningsPeriods = [
  "this-month",
  "last-month",
  "this-year",
  "last-year",
  "all",
] as const;
export type EarningsPeriod = (typeof earningsPeriods)[number];
export const defaultPeriod: EarningsPeriod = "this-month";

export const labelPeriod = (period: EarningsPeriod): string => t(`period.${period}`);

export const earningsPageSize = 20;

/** The maximum number of transactions in a report. The report says if there are more. */
export const maxReportEntries = 2000;

/**
 * Query parameters. Months and years start at midnight in the given time zone, by default the
 * teacher's.
 */
export const earningsQuery = z.object({
  period: z.optional(z.enum(["", ...earningsPeriods], { error: () => t("server.choosePeriod") })),
  timeZone: z.optional(
    z.pipe(
      line(60).check(
        z.refine((name) => name === "" || toTimeZone(name) !== undefined, {
          error: () => timeInputMessages.timeZone,
        }),
      ),
      z.transform((name) => toTimeZone(name) ?? ""),
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

export const labelEntryKind = (kind: EntryKind): string => t(`kind.${kind}`);

/**
 * pending: not yet available for payout; available: part of the next payout; on-the-way and paid:
 * states of payouts.
 */
export const entryStatuses = ["pending", "available", "on-the-way", "paid", "failed"] as const;
export type EntryStatus = (typeof entryStatuses)[number];

export const labelEntryStatus = (status: EntryStatus): string => t(`status.${status}`);
