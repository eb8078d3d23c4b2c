/** Payments as staff see them. */
import * as z from "zod/mini";
import { staffTableSchema } from "../staff/staff.responses.ts";

const personSchema = z.object({ userId: z.string(), name: z.string() });

export const staffPaymentRowSchema = z.object({
  _id: z.string(),
  at: z.string(),
  course: z.string(),
  student: personSchema,
  teacher: personSchema,
  status: z.enum(["paid", "refunding", "refunded"]),
  amountCents: z.int(),
  /** The platform's share. */
  feeCents: z.int(),
  refundedCents: z.int(),
  receiptNumber: z.nullable(z.string()),
  /** The charge at the payment provider. */
  chargeId: z.nullable(z.string()),
  isDisputed: z.boolean(),
});
export type StaffPaymentRow = z.output<typeof staffPaymentRowSchema>;

export const staffPaymentsSchema = staffTableSchema(staffPaymentRowSchema);
