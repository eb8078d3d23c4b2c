import { and, eq, ne } from "drizzle-orm";
import type { Context } from "../context.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { meetingJobs } from "./meeting-jobs.ts";
import { sendDueReminders } from "./reminders/reminders.ts";
import { createWaitingMeetings } from "./waiting-meetings.ts";
import { deleteDuplicates } from "./provider/create-at-provider.ts";
import { deletePastRooms } from "./connection/disconnect-account.ts";
import { isPermanentFailure, pushMeeting } from "./provider/push-to-provider.ts";
import { syncFromZoom, type ZoomChange } from "./provider/sync-from-provider.ts";
import { revokeToken } from "./connection/connection.ts";

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
    defineJob({
      name: meetingJobs.remind,
      ...everyMinute,
      handle: () => sendDueReminders(context),
    }),
    defineJob<{ token: string }>({
      name: meetingJobs.revokeToken,
      // Zoom comes back within a day, or somebody looks at the log.
      retryLimit: 3_000,
      retryDelayMax: 30,
      handle: ({ token }) => revokeToken(context, token),
    }),
    defineJob({
      name: meetingJobs.forget,
      retryLimit: 2,
      cron: "50 3 * * *",
      handle: () => deletePastRooms(context.db),
    }),
    defineJob<{ meetingId: string }>({
      name: meetingJobs.push,
      ...untilZoomIsBack,
      handle: ({ meetingId }) => pushMeeting(context, meetingId),
    }),
    defineJob<ZoomChange>({
      name: meetingJobs.sync,
      ...untilZoomIsBack,
      handle: (change) => syncFromZoom(context, change),
    }),
    defineJob<{ meetingId: string; teacherId: string }>({
      name: meetingJobs.deleteDuplicates,
      ...untilZoomIsBack,
      async handle({ meetingId, teacherId }) {
        const found = { requestId: meetingId, keep: await findKept(context, meetingId) };
        await deleteDuplicates(context, teacherId, found).catch((error: unknown) => {
          if (!isPermanentFailure(error)) throw error;
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
