/** Staff's list of payments for the plan. */
import * as z from "zod/mini";
import { staffTableQuery } from "../staff/staff.ts";

export const planPaymentFilters = ["status"] as const;

/** `disputed`: a bank waits for a response or hasn't decided. */
export const planPaymentStates = ["disputed", "refunded"] as const;

export const planPaymentsQuery = z.object({
  ...staffTableQuery,
  status: z.catch(z.optional(z.enum(planPaymentStates)), undefined),
});
export type PlanPaymentsQuery = z.output<typeof planPaymentsQuery>;
