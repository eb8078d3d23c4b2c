import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { reconcilePayments } from "./reconcile.ts";

/** Reconciling with the payment provider, every minute, by one process at a time. */
export function defineReconcilingJob(context: Context): JobDefinition {
  return defineJob({
    name: "reconcile-payments",
    retryLimit: 3,
    retryDelayMax: 20,
    cron: "* * * * *",
    handle: () => reconcilePayments(context),
  });
}
