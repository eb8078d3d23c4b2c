/** Teachers also move and delete meetings in Zoom itself: what is known here follows. */
import { eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { maxMeetingMinutes, minMeetingMinutes } from "#lib/meetings/meetings.ts";
import type { Context } from "../../context.ts";
import { meetings } from "../../db/tables/meetings.table.ts";
import { pageTags } from "../../pages-tags.ts";
import { ZoomError } from "../../providers/meetings/zoom/errors.ts";
import type { ZoomMeeting } from "../../providers/meetings/zoom/zoom-client.ts";
import { applyCancellation, applyChange, type MeetingPlan } from "../change-meeting.ts";
import { meetingJobs } from "../meeting-jobs.ts";
import { endOf } from "../meeting-time.ts";
import { mailPutBack } from "../teacher-mails.ts";
import { hasUnpushedChange, queuePush } from "./push-to-provider.ts";
import { withZoom } from "../connection/with-provider.ts";
import { findConnection } from "../connection/connection.ts";

type Meeting = typeof meetings.$inferSelect;

/** What an event tells of a meeting; what it is like is asked of Zoom. */
export interface ZoomChange {
  zoomMeetingId: string;
  isDeleted: boolean;
  /** Whose meeting it is at Zoom. */
  hostId: string | undefined;
}

/** Has an event followed up. Most are about meetings that have nothing to do with us. */
export async function queueSync(context: Context, change: ZoomChange): Promise<void> {
  const known = await context.db.$count(meetings, eq(meetings.zoomMeetingId, change.zoomMeetingId));
  if (known > 0) await context.jobs.send(context.db, meetingJobs.sync, change);
}

/**
 * Takes over what a meeting is like at Zoom. What was changed here and not told there yet counts
 * more; events come late, twice and in any order, so nothing is taken from them alone.
 * @throws what Zoom's absence throws, so that it is tried again.
 */
export async function syncFromZoom(context: Context, change: ZoomChange): Promise<void> {
  const [meeting] = await context.db
    .select()
    .from(meetings)
    .where(eq(meetings.zoomMeetingId, change.zoomMeetingId));
  if (!meeting || !isOpen(meeting)) return;
  // An account that the teacher has connected in place of this one knows nothing of the meeting.
  const connection = await findConnection(context.db, meeting.teacherId);
  if (!connection || (change.hostId ?? connection.zoomUserId) !== connection.zoomUserId) return;
  const atZoom = await readAtZoom(context, meeting);
  if (!atZoom && !change.isDeleted) return;
  const wanted = atZoom && planOf(atZoom, meeting);
  const isChanged = await context.db.transaction(async (tx) => {
    const [now] = await tx.select().from(meetings).where(eq(meetings.id, meeting.id)).for("update");
    // Changed here meanwhile: Zoom is told of that.
    if (!now || !isOpen(now) || now.updatedAt?.getTime() !== meeting.updatedAt?.getTime()) {
      return false;
    }
    if (!wanted) {
      await applyCancellation(context, tx, now, { isTold: true });
      return true;
    }
    if (endOf(wanted).getTime() <= Date.now()) return false;
    try {
      return await applyChange(context, tx, now, wanted, { isTold: true });
    } catch (error) {
      if (!(error instanceof AppError && error.code === "conflict")) throw error;
      // The class is where it was, and so is its room.
      await queuePush(context, tx, now.id);
      await mailMeetingMovedBack(context, tx, now);
      return false;
    }
  });
  if (isChanged) await context.purgePages([pageTags.course(meeting.courseId)]);
}

const isOpen = (meeting: Meeting) =>
  meeting.status === "scheduled" &&
  endOf(meeting).getTime() > Date.now() &&
  !hasUnpushedChange(meeting);

async function readAtZoom(context: Context, meeting: Meeting): Promise<ZoomMeeting | undefined> {
  try {
    return await withZoom(context, meeting.teacherId, (zoom, token) =>
      zoom.getMeeting(token, meeting.zoomMeetingId),
    );
  } catch (error) {
    if (error instanceof ZoomError && error.kind === "not_found") return undefined;
    throw error;
  }
}

/** Zoom knows times to the second, and lengths that we don't. */
function planOf(atZoom: ZoomMeeting, { topic, startTime, duration }: Meeting): MeetingPlan {
  const second = (time: Date) => Math.floor(time.getTime() / 1_000);
  const at = atZoom.startTime ?? startTime;
  const minutes = atZoom.durationMinutes ?? duration;
  return {
    topic: atZoom.topic.trim() || topic,
    startTime: second(at) === second(startTime) ? startTime : at,
    duration: Math.min(Math.max(minutes, minMeetingMinutes), maxMeetingMinutes),
  };
}
