/** Payments for the plan as staff see them. */
import * as z from "zod/mini";
import { paymentDisputeStates } from "../payments/staff-payments.ts";
import { staffTableSchema } from "../staff/staff.responses.ts";

export const planPaymentSchema = z.object({
  /** The provider's ID of the invoice. */
  _id: z.string(),
  /** The number that people see. */
  number: z.nullable(z.string()),
  person: z.object({ userId: z.string(), name: z.string() }),
  at: z.string(),
  status: z.enum(["paid", "refunding", "refunded"]),
  amountCents: z.int(),
  refundedCents: z.int(),
  dispute: z.nullable(z.enum(paymentDisputeStates)),
  /** The deadline, while a bank waits for a response. */
  respondBy: z.nullable(z.string()),
  /** Whether staff can refund the rest here. */
  isRefundable: z.boolean(),
  /** The payment in the provider's dashboard. Null in the sandbox, which has none. */
  dashboardUrl: z.nullable(z.string()),
});
export type PlanPayment = z.output<typeof planPaymentSchema>;

export const planPaymentsSchema = staffTableSchema(planPaymentSchema);
