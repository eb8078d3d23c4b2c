import { and, eq, ne } from "drizzle-orm";
import type { Context } from "../context.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { type Revocation, revokeToken } from "./connection/connection.ts";
import { deletePastRooms } from "./connection/rooms.ts";
import { meetingJobs } from "./meeting-jobs.ts";
import { deleteDuplicates } from "./provider/create-at-provider.ts";
import { deleteOldInstances } from "./provider/meeting-instances.ts";
import { isPermanentFailure, pushMeeting } from "./provider/push-to-provider.ts";
import { reportSilence } from "./provider/silence.ts";
import { type ChangedMeeting, syncFromProvider } from "./provider/sync-from-provider.ts";
import { sendDueReminders } from "./reminders/reminders.ts";
import { createWaitingMeetings } from "./waiting-meetings.ts";

/** Retries for about five hours, in case a service is unavailable. */
const untilProviderIsBack = { retryLimit: 60, retryDelayMax: 300 };

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
    defineJob<Revocation>({
      name: meetingJobs.revokeToken,
      // Retries for a day. After that, an operator has to act on the log.
      retryLimit: 3_000,
      retryDelayMax: 30,
      handle: (revocation) => revokeToken(context, revocation),
    }),
    defineJob({
      name: meetingJobs.forget,
      retryLimit: 2,
      cron: "50 3 * * *",
      async handle() {
        await deletePastRooms(context.db);
        await deleteOldInstances(context.db);
      },
    }),
    defineJob({
      name: meetingJobs.watchEvents,
      retryLimit: 2,
      cron: "12 5 * * *",
      handle: () => reportSilence(context, new Date()),
    }),
    defineJob<{ meetingId: string }>({
      name: meetingJobs.push,
      ...untilProviderIsBack,
      handle: ({ meetingId }) => pushMeeting(context, meetingId),
    }),
    defineJob<ChangedMeeting>({
      name: meetingJobs.sync,
      ...untilProviderIsBack,
      handle: (change) => syncFromProvider(context, change),
    }),
    defineJob<{ meetingId: string; teacherId: string }>({
      name: meetingJobs.deleteDuplicates,
      ...untilProviderIsBack,
      async handle({ meetingId, teacherId }) {
        const found = { requestId: meetingId, keep: await findKept(context, meetingId) };
        await deleteDuplicates(context, teacherId, found).catch((error: unknown) => {
          if (!isPermanentFailure(error)) throw error;
        });
      },
    }),
  ];
}

/** Finds the one meeting that is in use among those that a service has created for a request. */
async function findKept({ db }: Context, requestId: string): Promise<string | undefined> {
  const [meeting] = await db
    .select({ id: meetings.providerMeetingId })
    .from(meetings)
    .where(eq(meetings.id, requestId));
  if (meeting) return meeting.id;
  const [lesson] = await db
    .select({ id: trialLessons.providerMeetingId })
    .from(trialLessons)
    .where(and(eq(trialLessons.roomId, requestId), ne(trialLessons.status, "cancelled")));
  return lesson?.id ?? undefined;
}
