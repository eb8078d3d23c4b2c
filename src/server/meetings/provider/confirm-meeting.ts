import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { meetingRequests } from "../../db/tables/meeting-requests.table.ts";
import { meetings } from "../../db/tables/meetings.table.ts";
import { trialLessons } from "../../db/tables/trials.table.ts";
import { pageTags } from "../../pages-tags.ts";
import type { ProviderMeeting } from "../../providers/meetings/meeting-provider.ts";
import { linkMeetings } from "../link-meetings.ts";
import { meetingJobs } from "../meeting-jobs.ts";
import { mailNewMeeting } from "../meetings.mails.ts";
import { queuePush } from "./push-to-provider.ts";

type MeetingRequest = typeof meetingRequests.$inferSelect;

/** A creation whose response was lost may still succeed at the service for this long. */
const lateMs = 10 * 60_000;

export interface CreatedMeeting {
  provider: string;
  meeting: ProviderMeeting;
}

/**
 * Turns a request into the meeting, or the room of a trial lesson, that a service has created for
 * it. Changes made here since the request take precedence: a new time is pushed to the service, and
 * a canceled meeting is deleted there.
 */
export async function confirmMeeting(
  context: Context,
  { id, teacherId, tries }: MeetingRequest,
  { provider, meeting: made }: CreatedMeeting,
): Promise<void> {
  const courseId = await context.db.transaction(async (tx) => {
    const [request] = await tx
      .select()
      .from(meetingRequests)
      .where(eq(meetingRequests.id, id))
      .for("update");
    if (!request || request.canceledAt) {
      await context.jobs.send(tx, meetingJobs.deleteDuplicates, { meetingId: id, teacherId });
      return undefined;
    }
    await tx.delete(meetingRequests).where(eq(meetingRequests.id, id));
    if (tries > 1) {
      const startAfter = new Date(Date.now() + lateMs);
      await context.jobs.send(
        tx,
        meetingJobs.deleteDuplicates,
        { meetingId: id, teacherId },
        { startAfter },
      );
    }
    const room = { provider, providerMeetingId: made.id, providerJoinUrl: made.joinUrl };
    if (request.courseId === null) {
      await tx.update(trialLessons).set(room).where(eq(trialLessons.roomId, id));
      return undefined;
    }
    const {
      createdAt: _c,
      tries: _t,
      notBefore: _n,
      canceledAt: _o,
      trialId: _l,
      ...meeting
    } = request;
    await tx.insert(meetings).values({ ...meeting, ...room, courseId: request.courseId });
    await linkMeetings(tx, request.courseId);
    if (isOther(made, request)) await queuePush(context, tx, id);
    await mailNewMeeting(context, tx, id);
    return request.courseId;
  });
  if (courseId) await context.purgePages([pageTags.course(courseId)]);
}

/** Services may round times to whole seconds. */
function isOther(made: ProviderMeeting, { topic, startTime, duration }: MeetingRequest): boolean {
  const second = (time: Date | undefined) => Math.floor((time?.getTime() ?? 0) / 1_000);
  return (
    made.topic !== topic ||
    made.durationMinutes !== duration ||
    second(made.startTime) !== second(startTime)
  );
}
