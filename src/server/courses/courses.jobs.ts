import { sumUpCounts } from "../catalog/facet-counts.ts";
import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { markEndedCourses, updateNextClasses } from "./course-endings.ts";

export function defineCourseJobs(context: Context): JobDefinition[] {
  return [
    defineJob({
      name: "sum-up-course-counts",
      retryLimit: 0,
      // Runs every five minutes, so that there are never many changes to read in between.
      cron: "*/5 * * * *",
      handle: () => sumUpCounts(context),
    }),
    defineJob({
      name: "mark-ended-courses",
      retryLimit: 0,
      // Time zone offsets are multiples of 15 minutes, so every day ends at one of these times.
      cron: "*/15 * * * *",
      handle: () => markEndedCourses(context),
    }),
    defineJob({
      name: "update-next-classes",
      retryLimit: 0,
      // Classes start at any minute, and the catalog's pages are cached for five.
      cron: "*/5 * * * *",
      handle: () => updateNextClasses(context),
    }),
  ];
}
