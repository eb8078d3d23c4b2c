import { sumUpCounts } from "../catalog/facet-counts.ts";
import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { markEndedCourses } from "./course-endings.ts";

export function defineCourseJobs(context: Context): JobDefinition[] {
  return [
    defineJob({
      name: "sum-up-course-counts",
      retryLimit: 0,
      // Every few minutes: the changes in between are few enough to be read quickly.
      cron: "*/5 * * * *",
      handle: () => sumUpCounts(context),
    }),
    defineJob({
      name: "mark-ended-courses",
      retryLimit: 0,
      // Whatever its zone, a day ends at a quarter of an hour.
      cron: "*/15 * * * *",
      handle: () => markEndedCourses(context),
    }),
  ];
}
