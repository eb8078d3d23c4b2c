import { eq } from "drizzle-orm";
import { linkMeetings } from "../classes/link-meetings.ts";
import type { Context } from "../context.ts";
import { pageTags } from "../pages-tags.ts";
import type { ZoomMeeting } from "../providers/zoom/zoom.ts";
import { meetingJobs } from "./meeting-jobs.ts";
import { meetingRequests } from "./meeting-requests.table.ts";
import { mailNewMeeting } from "./meetings.mails.ts";
import { meetings } from "./meetings.table.ts";
import { tellZoom } from "./tell-zoom.ts";

type MeetingRequest = typeof meetingRequests.$inferSelect;

/** A creation that was given up for lost may still come through at Zoom for this long. */
const lateMs = 10 * 60_000;

/**
 * Turns a request into the meeting that Zoom has made of it. What has changed here since Zoom was
 * asked counts: another time is told to Zoom, and what was called off is taken back there.
 */
export async function keepMeeting(
  context: Context,
  { id, teacherId, courseId, tries }: MeetingRequest,
  made: ZoomMeeting,
): Promise<void> {
  const isKept = await context.db.transaction(async (tx) => {
    const [request] = await tx
      .select()
      .from(meetingRequests)
      .where(eq(meetingRequests.id, id))
      .for("update");
    if (!request || request.calledOffAt) {
      await context.jobs.send(tx, meetingJobs.doubles, { meetingId: id, teacherId });
      return false;
    }
    const { createdAt: _c, tries: _t, notBefore: _n, calledOffAt: _o, ...asked } = request;
    await tx
      .insert(meetings)
      .values({ ...asked, zoomMeetingId: made.id, zoomJoinUrl: made.joinUrl });
    await tx.delete(meetingRequests).where(eq(meetingRequests.id, id));
    await linkMeetings(tx, courseId);
    if (isOther(made, request)) await tellZoom(context, tx, id);
    if (tries > 1) {
      const startAfter = new Date(Date.now() + lateMs);
      await context.jobs.send(
        tx,
        meetingJobs.doubles,
        { meetingId: id, teacherId },
        { startAfter },
      );
    }
    await mailNewMeeting(context, tx, id);
    return true;
  });
  if (isKept) await context.purgePages([pageTags.course(courseId)]);
}

/** Zoom knows times to the second. */
function isOther(made: ZoomMeeting, { topic, startTime, duration }: MeetingRequest): boolean {
  const second = (time: Date | undefined) => Math.floor((time?.getTime() ?? 0) / 1_000);
  return (
    made.topic !== topic ||
    made.durationMinutes !== duration ||
    second(made.startTime) !== second(startTime)
  );
}
