import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { refreshPlanPrices } from "./plan-prices.ts";
import { eventsWindow, reconcilePlans } from "./reconcile-plans.ts";

/**
 * Reconciles plans every minute. Every hour and after startup, it also reads the events of the last
 * three days, because the server may have been down for a long time.
 */
export function definePlanJobs(context: Context): JobDefinition[] {
  let hasStarted = false;
  return [
    defineJob({
      name: "reconcile-plans",
      retryLimit: 2,
      retryDelayMax: 15,
      cron: "* * * * *",
      async handle() {
        const since = hasStarted ? eventsWindow.often : eventsWindow.rarely;
        await reconcilePlans(context, since);
        hasStarted = true;
      },
    }),
    defineJob({
      name: "reconcile-plans-of-days",
      retryLimit: 3,
      cron: "41 * * * *",
      async handle() {
        await refreshPlanPrices(context);
        await reconcilePlans(context, eventsWindow.rarely);
      },
    }),
  ];
}
