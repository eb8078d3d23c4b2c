import type { Context } from "../../context.ts";
import { defineJob, type JobDefinition } from "../../jobs/jobs.ts";
import { endDueViews } from "./views.ts";

/**
 * A view shows nothing from the second in which it ends. This job notifies the person within a
 * minute.
 */
export function defineViewJob(context: Context): JobDefinition {
  return defineJob({
    name: "end-staff-views",
    retryLimit: 0,
    cron: "* * * * *",
    handle: () => endDueViews(context),
  });
}
