import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { endDueSuspensions } from "./end-suspensions.ts";
import { hideMissedCourses } from "./hide-courses.ts";

/** Ends suspensions on their date. Logging in works at once, and courses are shown within minutes. */
export function defineSuspensionJobs(context: Context): JobDefinition[] {
  return [
    defineJob({
      name: "end-suspensions",
      retryLimit: 0,
      cron: "*/5 * * * *",
      handle: () => endDueSuspensions(context),
    }),
    defineJob({
      name: "hide-courses-of-suspended",
      retryLimit: 0,
      cron: "*/5 * * * *",
      handle: () => hideMissedCourses(context),
    }),
  ];
}
