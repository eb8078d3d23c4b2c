/** The plan of people without a subscription, as GET /api/plans/me returns it. */
import type { OwnPlan } from "#lib/plans/plans.responses.ts";

export const freePlan: OwnPlan = {
  plan: "free",
  status: "none",
  until: null,
  renews: false,
  disputed: false,
  included: false,
  interval: null,
  annotations: 20,
  collections: false,
  wordStudy: false,
  loops: false,
};
