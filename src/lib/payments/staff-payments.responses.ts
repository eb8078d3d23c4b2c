/** Payments as staff see them. */
import * as z from "zod/mini";
import { staffLogEntrySchema, staffTableSchema } from "../staff/staff.responses.ts";
import { paymentDisputeStates } from "./staff-payments.ts";

const personSchema = z.object({ userId: z.string(), name: z.string() });

export const staffPaymentRowSchema = z.object({
  _id: z.string(),
  at: z.string(),
  course: z.string(),
  student: personSchema,
  teacher: personSchema,
  status: z.enum(["paid", "refunding", "refunded"]),
  amountCents: z.int(),
  /** The platform's fee at the time of the sale. */
  feeCents: z.int(),
  refundedCents: z.int(),
  receiptNumber: z.nullable(z.string()),
  /** The charge at the payment provider. */
  chargeId: z.nullable(z.string()),
  dispute: z.nullable(z.enum(paymentDisputeStates)),
});
export type StaffPaymentRow = z.output<typeof staffPaymentRowSchema>;

export const staffPaymentsSchema = staffTableSchema(staffPaymentRowSchema);

/**
 * What happened to a payment, in order. `event` is a notification of the provider, named in `text`.
 */
export const paymentEventKinds = [
  "checkout",
  "paid",
  "expired",
  "refund-requested",
  "refund-made",
  "refund-failed",
  "dispute-opened",
  "inquiry-opened",
  "evidence-submitted",
  "dispute-won",
  "dispute-lost",
  "share-recovered",
  "share-not-recovered",
  "event",
] as const;
export type PaymentEventKind = (typeof paymentEventKinds)[number];

const paymentEventSchema = z.object({
  _id: z.string(),
  kind: z.enum(paymentEventKinds),
  at: z.string(),
  amountCents: z.nullable(z.int()),
  /** Why a refund was requested: a reason of `refundReasons`. */
  reason: z.nullable(z.string()),
  /** A message, a failure, the reason for a dispute in words, or the name of an event. */
  text: z.nullable(z.string()),
  /** The provider's ID. */
  reference: z.nullable(z.string()),
});
export type PaymentEvent = z.output<typeof paymentEventSchema>;

const movementSchema = z.object({
  _id: z.string(),
  /** In the provider's terms. */
  type: z.string(),
  at: z.string(),
  amountCents: z.int(),
  feeCents: z.int(),
  netCents: z.int(),
  sourceId: z.nullable(z.string()),
});
export type PaymentMovement = z.output<typeof movementSchema>;

const paymentState = {
  _id: z.string(),
  status: z.enum(["open", "paid", "expired", "refunding", "refunded"]),
  dispute: z.nullable(z.enum(paymentDisputeStates)),
  amountCents: z.int(),
  refundedCents: z.int(),
  /** What can still be refunded. 0 while a bank decides on a dispute. */
  refundableCents: z.int(),
  /**
   * Whether the provider rejected the latest refund, or has rejected the one that is being made several
   * times.
   */
  isRefundRejected: z.boolean(),
  /** Whether the student still has the seat, which a full refund ends. */
  isEnrolled: z.boolean(),
  student: personSchema,
};

/** How a payment stands. */
export const paymentStateSchema = z.object(paymentState);
export type PaymentState = z.output<typeof paymentStateSchema>;

export const staffPaymentSchema = z.object({
  ...paymentState,
  /** The platform's fee, without what was returned of it. */
  feeCents: z.int(),
  /** What the teacher has kept of the payment. */
  shareCents: z.int(),
  /** Whether the platform keeps the teacher's share, because Stripe can't pay the teacher. */
  isShareOwed: z.boolean(),
  receiptNumber: z.nullable(z.string()),
  course: z.object({ _id: z.string(), title: z.string() }),
  teacher: personSchema,
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
  /** The provider's IDs. */
  ids: z.object({
    session: z.nullable(z.string()),
    paymentIntent: z.nullable(z.string()),
    charge: z.nullable(z.string()),
    account: z.nullable(z.string()),
  }),
  /** The transactions of the platform's balance, oldest first. */
  movements: z.array(movementSchema),
  /** Newest first. */
  events: z.array(paymentEventSchema),
  actions: z.array(staffLogEntrySchema),
});
export type StaffPayment = z.output<typeof staffPaymentSchema>;
