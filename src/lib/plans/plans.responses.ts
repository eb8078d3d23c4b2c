/** Responses about a person's plan. */
import * as z from "zod/mini";
import { plans } from "./plan-limits.ts";
import { planIntervals, subscriptionStatuses } from "./plans.rules.ts";

/** none: never subscribed; included: a teacher with a published course. */
export const planStatuses = ["none", "included", ...subscriptionStatuses] as const;
export type PlanStatus = (typeof planStatuses)[number];

export const ownPlanSchema = z.object({
  plan: z.enum(plans),
  status: z.enum(planStatuses),
  /** When the paid period, the trial or the grace period ends, ISO 8601; null without an end. */
  until: z.nullable(z.string()),
  /** Whether the subscription renews at that time. */
  renews: z.boolean(),
  /** Whether a bank disputes or took back a payment, so that the subscription can't be continued. */
  disputed: z.boolean(),
  /** Whether the plan is included, because the person teaches a published course. */
  included: z.boolean(),
  /** How often the subscription is charged; null without one. */
  interval: z.nullable(z.enum(planIntervals)),
  /** The maximum number of highlights and notes together; null if unlimited. */
  annotations: z.nullable(z.int()),
  collections: z.boolean(),
  wordStudy: z.boolean(),
  loops: z.boolean(),
});
export type OwnPlan = z.output<typeof ownPlanSchema>;

/** Amounts are in dollars, times in ISO 8601. */
const planInvoice = z.object({
  _id: z.string(),
  /** The number that people see. */
  number: z.nullable(z.string()),
  status: z.enum(["paid", "unpaid"]),
  amount: z.number(),
  refunded: z.number(),
  issuedAt: z.string(),
  periodStart: z.string(),
  periodEnd: z.string(),
  /** The invoice at the payment provider. */
  url: z.nullable(z.string()),
});
export type PlanInvoice = z.output<typeof planInvoice>;

export const planInvoicesSchema = z.object({ invoices: z.array(planInvoice) });

export const planCheckoutSchema = z.object({ checkoutUrl: z.string() });

export const planPortalSchema = z.object({ portalUrl: z.string() });
