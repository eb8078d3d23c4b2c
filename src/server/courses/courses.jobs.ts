import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { sumUpCounts } from "./course-kinds.ts";

/** Every few minutes: as many changes as come meanwhile are no work to read. */
export function defineCourseJob(context: Context): JobDefinition {
  return defineJob({
    name: "sum-up-course-counts",
    retryLimit: 0,
    cron: "*/5 * * * *",
    handle: () => sumUpCounts(context),
  });
}
