import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { requestDueRooms } from "./class-rooms.ts";
import { noticeMissingRooms } from "./missing-rooms.ts";

/** Jobs that request the rooms of upcoming classes, and warn teachers of classes without one. */
export function defineClassJobs(context: Context): JobDefinition[] {
  return [
    defineJob({
      name: "class-rooms",
      retryLimit: 0,
      cron: "* * * * *",
      handle: () => requestDueRooms(context),
    }),
    defineJob({
      name: "missing-rooms",
      retryLimit: 0,
      cron: "*/5 * * * *",
      handle: () => noticeMissingRooms(context),
    }),
  ];
}
