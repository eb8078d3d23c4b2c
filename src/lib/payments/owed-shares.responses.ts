/** What the platform owes to teachers whom Stripe can't pay, as the console shows it. In dollars. */
import * as z from "zod/mini";
import { staffTableSchema } from "../staff/staff.responses.ts";

export const owedShareSchema = z.object({
  _id: z.string(),
  name: z.string(),
  share: z.number(),
  paid: z.number(),
  /** Negative after a refund of a share that was paid. */
  owed: z.number(),
});
export type OwedShareRow = z.output<typeof owedShareSchema>;

export const owedSharesSchema = staffTableSchema(owedShareSchema);
