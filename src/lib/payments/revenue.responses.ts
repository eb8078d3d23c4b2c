/** The revenue as staff see it. Amounts are in cents. */
import * as z from "zod/mini";
import { revenueGroups } from "./revenue.ts";

/**
 * `gross` − `refunds` − `disputes` − `stripeFees` − `teachers` − `owed` + `other` = `platform`, and the
 * provider's net is `platform` + `owed` − `payouts`.
 */
export const revenueFigures = {
  /** The number of payments for courses. */
  sales: z.int(),
  gross: z.int(),
  refunds: z.int(),
  /** What banks took back, less what they returned after decisions in our favor. */
  disputes: z.int(),
  stripeFees: z.int(),
  /** Transferred to teachers, less the platform's fee and what was taken back. */
  teachers: z.int(),
  /** The shares that the platform owes to teachers whom Stripe can't pay. */
  owed: z.int(),
  /** What is left for the platform. */
  platform: z.int(),
  /** From the platform's balance to its bank. */
  payouts: z.int(),
  /** Everything else that the provider reports, such as top-ups. */
  other: z.int(),
};
const figuresSchema = z.object(revenueFigures);
export type RevenueFigures = z.output<typeof figuresSchema>;

const rowSchema = z.object({
  /** A day, or the ID of a teacher or a course. Null for transactions that belong to no course. */
  key: z.nullable(z.string()),
  /** The name of the teacher or the title of the course. */
  name: z.nullable(z.string()),
  ...revenueFigures,
});
export type RevenueRow = z.output<typeof rowSchema>;

export const revenueSchema = z.object({
  from: z.string(),
  to: z.string(),
  by: z.enum(revenueGroups),
  totals: figuresSchema,
  /** The totals of the provider's transactions of these days, for comparison. */
  stripe: z.object({ transactions: z.int(), net: z.int() }),
  /** Each day of the range, for the chart. */
  days: z.array(z.object({ day: z.string(), gross: z.int(), platform: z.int() })),
  rows: z.array(rowSchema),
  activity: z.object({
    /** Students who were enrolled in a course when it had a class. */
    activeStudents: z.int(),
    /** The share of the previous period's students who are active in this one. Null without any. */
    retention: z.nullable(z.number()),
    /** The refunded share of the payments of these days. Null without any. */
    refundRate: z.nullable(z.number()),
  }),
});
export type Revenue = z.output<typeof revenueSchema>;
