import { and, eq, ne } from "drizzle-orm";
import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { trialLessons } from "../trials/trials.table.ts";
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
        const found = { requestId: meetingId, keep: await findKept(context, meetingId) };
        await clearDoubles(context, teacherId, found).catch((error: unknown) => {
          if (!isOver(error)) throw error;
        });
      },
    }),
  ];
}

/** What of all that Zoom has made of a request is in use. */
async function findKept({ db }: Context, requestId: string): Promise<string | undefined> {
  const [meeting] = await db
    .select({ id: meetings.zoomMeetingId })
    .from(meetings)
    .where(eq(meetings.id, requestId));
  if (meeting) return meeting.id;
  const [lesson] = await db
    .select({ id: trialLessons.zoomMeetingId })
    .from(trialLessons)
    .where(and(eq(trialLessons.roomId, requestId), ne(trialLessons.status, "cancelled")));
  return lesson?.id ?? undefined;
}
