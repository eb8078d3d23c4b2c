import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { clearDoubles } from "./create-at-zoom.ts";
import { followZoom, type Told } from "./follow-zoom.ts";
import { meetingJobs } from "./meeting-jobs.ts";
import { meetings } from "./meetings.table.ts";
import { remindAll } from "./reminders.ts";
import { bringToZoom, isOver } from "./tell-zoom.ts";
import { createWaitingMeetings } from "./waiting-meetings.ts";

/** For as long as Zoom may be away: some five hours. */
const untilZoomIsBack = { retryLimit: 60, retryDelayMax: 300 };

const everyMinute = { retryLimit: 0, cron: "* * * * *" };

export function defineMeetingJobs(context: Context): JobDefinition[] {
  return [
    defineJob({
      name: meetingJobs.create,
      ...everyMinute,
      handle: () => createWaitingMeetings(context),
    }),
    defineJob({ name: meetingJobs.remind, ...everyMinute, handle: () => remindAll(context) }),
    defineJob<{ meetingId: string }>({
      name: meetingJobs.tell,
      ...untilZoomIsBack,
      handle: ({ meetingId }) => bringToZoom(context, meetingId),
    }),
    defineJob<Told>({
      name: meetingJobs.follow,
      ...untilZoomIsBack,
      handle: (told) => followZoom(context, told),
    }),
    defineJob<{ meetingId: string; teacherId: string }>({
      name: meetingJobs.doubles,
      ...untilZoomIsBack,
      async handle({ meetingId, teacherId }) {
        const [meeting] = await context.db
          .select({ keep: meetings.zoomMeetingId })
          .from(meetings)
          .where(eq(meetings.id, meetingId));
        const found = { requestId: meetingId, keep: meeting?.keep };
        await clearDoubles(context, teacherId, found).catch((error: unknown) => {
          if (!isOver(error)) throw error;
        });
      },
    }),
  ];
}
