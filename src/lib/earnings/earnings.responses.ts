/** Responses about a teacher's earnings. Amounts are in dollars, instants ISO 8601 strings. */
import * as z from "zod/mini";
import { pageFigures } from "../paging/paging.responses.ts";
import { disputeStatuses } from "../payments/disputes.ts";
import { earningsPeriods, entryKinds, entryStatuses } from "./earnings.ts";

const course = z.object({ _id: z.string(), title: z.string() });
const student = z.object({ _id: z.string(), name: z.string() });

/** A transaction in the teacher's balance. Outgoing amounts are negative. */
const earningsEntry = z.object({
  _id: z.string(),
  kind: z.enum(entryKinds),
  at: z.string(),
  amount: z.number(),
  /** The platform fee; negative if it was returned. */
  fee: z.number(),
  net: z.number(),
  /** Null for transactions that exist only in our own records. */
  status: z.nullable(z.enum(entryStatuses)),
  /** The number of the student's receipt, if the payment is in our records. */
  receipt: z.nullable(z.string()),
  course: z.nullable(course),
  student: z.nullable(student),
  /**
   * For sales whose enrollment is known: the amount that can still be refunded, and whether the
   * student is enrolled.
   */
  refund: z.nullable(
    z.object({ enrollmentId: z.string(), refundable: z.number(), isEnrolled: z.boolean() }),
  ),
});
export type EarningsEntry = z.output<typeof earningsEntry>;

const earningsSummary = z.object({
  gross: z.number(),
  fees: z.number(),
  refunds: z.number(),
  /** Disputes and adjustments. Costs are negative. */
  other: z.number(),
  net: z.number(),
  paidOut: z.number(),
});
export type EarningsSummary = z.output<typeof earningsSummary>;

/** A disputed payment. */
const dispute = z.object({
  _id: z.string(),
  status: z.enum(disputeStatuses),
  amount: z.number(),
  reason: z.string(),
  dueBy: z.nullable(z.string()),
  openedAt: z.string(),
  closedAt: z.nullable(z.string()),
  course,
  student: z.nullable(student),
  /** Whether the student is still enrolled. A bank may withdraw only part of a payment. */
  isEnrolled: z.boolean(),
  /**
   * Whether this is only an inquiry by the bank: no money was withdrawn, and a refund resolves it.
   */
  isQuestion: z.boolean(),
  /** When the bank got the teacher's response; null if it has none. */
  submittedAt: z.nullable(z.string()),
  /** What the teacher loses if the bank decides for the student. 0 if that can't happen anymore. */
  atRisk: z.number(),
});
export type DisputeView = z.output<typeof dispute>;

export const earningsSchema = z.object({
  /** own: the provider is unavailable or the teacher has no account, so payouts are missing. */
  source: z.enum(["provider", "own"]),
  /** Whether the provider is unavailable. */
  isAway: z.boolean(),
  period: z.enum(earningsPeriods),
  timeZone: z.string(),
  summary: earningsSummary,
  /** The total of upcoming payouts and payouts in transit to the bank; null if unknown. */
  onTheWay: z.nullable(z.number()),
  entries: z.array(earningsEntry),
  /** Whether there are more transactions than the report includes. */
  isCut: z.boolean(),
  /** The comparison of our records with the provider's; null if they weren't compared. */
  check: z.nullable(z.object({ matched: z.int(), missing: z.int(), unknown: z.int() })),
  disputes: z.array(dispute),
  /**
   * What the platform owes the teacher, and what it has paid so far, if Stripe can't pay the
   * teacher. Null for everyone else.
   */
  owed: z.nullable(
    z.object({
      /** Negative after a refund of a share that was paid. */
      owed: z.number(),
      paid: z.number(),
      payouts: z.array(
        z.object({ _id: z.string(), at: z.string(), amount: z.number(), reference: z.string() }),
      ),
    }),
  ),
  ...pageFigures,
});
export type Earnings = z.output<typeof earningsSchema>;
