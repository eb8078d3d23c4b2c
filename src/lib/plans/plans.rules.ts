/** Values and pure rules of the subscription. */

export const planIntervals = ["month", "year"] as const;
export type PlanInterval = (typeof planIntervals)[number];

/** The statuses of a subscription, as the payment provider names them. */
export const subscriptionStatuses = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The public page that compares the plans. */
export const plansPath = "/quran/plans";

/** Where people see and manage their plan. */
export const planSettingsPath = "/dashboard?tab=settings#plan";

/** For how many days a subscription continues after its renewal couldn't be paid. */
export const graceDays = 14;

const day = 24 * 60 * 60 * 1000;

export interface SubscriptionTimes {
  status: SubscriptionStatus;
  currentPeriodEnd: Date;
  /** When the subscription ends, if it was canceled at the end of a period. */
  cancelAt: Date | null;
  /** The due date of the first renewal that couldn't be paid. */
  pastDueSince: Date | null;
}

/** Until when the subscription grants the plan to its owner; undefined if it doesn't. */
export function premiumUntil(subscription: SubscriptionTimes, now: Date): Date | undefined {
  const { status, currentPeriodEnd, cancelAt, pastDueSince } = subscription;
  switch (status) {
    case "trialing":
    case "active":
      // The provider decides when a period ends. We may learn of the renewal only after that.
      return cancelAt ?? currentPeriodEnd;
    case "past_due": {
      const graceEnd = new Date((pastDueSince ?? now).getTime() + graceDays * day);
      return graceEnd > now ? graceEnd : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether the subscription may still be charged, so that its owner can't start another one. */
export function isOngoing(status: SubscriptionStatus): boolean {
  return status !== "canceled" && status !== "incomplete_expired";
}
