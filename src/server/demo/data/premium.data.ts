import type { PlanInterval } from "#lib/plans/plans.rules.ts";

interface DemoSubscriber {
  student: string;
  interval: PlanInterval;
  /** The reason for which the bookkeeper has refunded the payment. */
  refund?: string;
}

/** Students who have subscribed to Premium. Those of the README's accounts can still do so. */
export const demoSubscribers: readonly DemoSubscriber[] = [
  { student: "daniel.moore", interval: "year" },
  { student: "samir.benali", interval: "month" },
  { student: "lena.hoffmann", interval: "month", refund: "Subscribed by mistake." },
  { student: "amina.kovacevic", interval: "year" },
];
