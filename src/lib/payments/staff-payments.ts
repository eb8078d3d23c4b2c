/** The query of staff's list of payments. */
import * as z from "zod/mini";
import { staffTableQuery } from "../staff/staff.ts";

export const staffPaymentFilters = ["status"] as const;
/**
 * Checkouts that nobody paid aren't payments. `paid`: nothing was refunded; `partly`: a part was
 * refunded; `disputed`: a bank is deciding; `won` and `lost`: how a bank decided.
 */
export const staffPaymentStates = [
  "paid",
  "partly",
  "refunding",
  "refunded",
  "disputed",
  "won",
  "lost",
] as const;
export type StaffPaymentState = (typeof staffPaymentStates)[number];

/** What banks decided or are deciding about a payment. An inquiry has taken no money. */
export const paymentDisputeStates = ["lost", "open", "inquiry", "won"] as const;
export type PaymentDisputeState = (typeof paymentDisputeStates)[number];

export const staffPaymentsQuery = z.object({
  ...staffTableQuery,
  status: z.catch(z.optional(z.enum(staffPaymentStates)), undefined),
});
export type StaffPaymentsQuery = z.output<typeof staffPaymentsQuery>;
