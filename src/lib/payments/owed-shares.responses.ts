/** What the platform owes to teachers whom Stripe can't pay, as the console shows it. In dollars. */
import * as z from "zod/mini";
import { staffTableSchema } from "../staff/staff.responses.ts";

export const owedShareSchema = z.object({
  _id: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  /** ISO 3166-1 alpha-2, of the payment account. */
  country: z.nullable(z.string()),
  /** Whether sanctions prohibit paying anyone in the country. */
  isSanctioned: z.boolean(),
  /** Null if the teacher isn't suspended. */
  suspension: z.nullable(z.object({ since: z.string(), until: z.string() })),
  share: z.number(),
  paid: z.number(),
  /** Negative after a refund of a share that was paid. */
  owed: z.number(),
});
export type OwedShareRow = z.output<typeof owedShareSchema>;

export const owedSharesSchema = staffTableSchema(owedShareSchema);

const sharePayoutSchema = z.object({
  _id: z.string(),
  amount: z.number(),
  reference: z.string(),
  /** ISO 8601. */
  at: z.string(),
});

export const sharePayoutsSchema = z.object({ payouts: z.array(sharePayoutSchema) });
export type SharePayout = z.output<typeof sharePayoutSchema>;
