/** What staff can ask for in the list of payments. */
import * as z from "zod/mini";
import { staffTableQuery } from "../staff/staff.ts";

export const staffPaymentFilters = ["status"] as const;
/** Checkouts that nobody paid aren't payments. `disputed` are those that a bank has questioned. */
export const staffPaymentStates = ["paid", "refunding", "refunded", "disputed"] as const;

export const staffPaymentsQuery = z.object({
  ...staffTableQuery,
  status: z.catch(z.optional(z.enum(staffPaymentStates)), undefined),
});
export type StaffPaymentsQuery = z.output<typeof staffPaymentsQuery>;
