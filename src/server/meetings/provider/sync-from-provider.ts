/** Updates our records when a teacher moves or deletes a meeting at the service itself. */
import { and, eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { maxMeetingMinutes, minMeetingMinutes } from "#lib/meetings/meetings.rules.ts";
import { toCleanLine } from "#lib/text/clean-text.ts";
import type { Context } from "../../context.ts";
import { meetings } from "../../db/tables/meetings.table.ts";
import { pageTags } from "../../pages-tags.ts";
import {
  MeetingProviderError,
  type ProviderMeeting,
} from "../../providers/meetings/meeting-provider.ts";
import { applyCancellation, applyChange, type MeetingPlan } from "../change-meeting.ts";
import { findConnection, findProvider } from "../connection/connection.ts";
import { withProvider } from "../connection/with-provider.ts";
import { meetingJobs } from "../meeting-jobs.ts";
import { endOf } from "../meeting-time.ts";
import { mailMeetingMovedBack } from "../service.mails.ts";
import { hasUnpushedChange, queuePush } from "./push-to-provider.ts";

type Meeting = typeof meetings.$inferSelect;

/**
 * A job's data: which meeting a notification is about. The meeting's state is read from the
 * service.
 */
export interface ChangedMeeting {
  /** Missing in jobs queued while Zoom was the only service. */
  provider?: string;
  /** The meeting's ID at any service. Stored jobs keep the name from when Zoom was the only one. */
  zoomMeetingId: string;
  isDeleted: boolean;
  /** The account that owns the meeting at the service. */
  hostId?: string | undefined;
}

const isChanged = ({ provider = "zoom", zoomMeetingId }: ChangedMeeting) =>
  and(eq(meetings.provider, provider), eq(meetings.providerMeetingId, zoomMeetingId));

/** Queues a sync after a notification. Most notifications are about meetings that we don't have. */
export async function queueSync(context: Context, change: ChangedMeeting): Promise<void> {
  const known = await context.db.$count(meetings, isChanged(change));
  if (known > 0) await context.jobs.send(context.db, meetingJobs.sync, change);
}

/**
 * Adopts a meeting's state at the service. Changes made here that haven't been pushed yet take
 * precedence. Notifications can come late, twice and in any order, so they are only hints.
 * @throws if the service is unavailable, so that the job is retried.
 */
export async function syncFromProvider(context: Context, change: ChangedMeeting): Promise<void> {
  const [meeting] = await context.db.select().from(meetings).where(isChanged(change));
  if (!meeting || !isOpen(meeting)) return;
  // If the teacher has connected another account since then, that account doesn't have the meeting.
  const connection = await findConnection(context.db, meeting.teacherId);
  if (connection?.provider !== meeting.provider) return;
  if ((change.hostId ?? connection.providerUserId) !== connection.providerUserId) return;
  const found = await readAtProvider(context, meeting);
  if (!found && !change.isDeleted) return;
  const wanted = found && planOf(found, meeting);
  const hasChanged = await context.db.transaction(async (tx) => {
    const [now] = await tx.select().from(meetings).where(eq(meetings.id, meeting.id)).for("update");
    // The meeting was changed here in the meantime, and that change is pushed to the service.
    if (!now || !isOpen(now) || now.updatedAt?.getTime() !== meeting.updatedAt?.getTime()) {
      return false;
    }
    if (!wanted) {
      await applyCancellation(context, tx, now, { isAlreadySynced: true });
      return true;
    }
    if (endOf(wanted).getTime() <= Date.now()) return false;
    try {
      return await applyChange(context, tx, now, wanted, { isAlreadySynced: true });
    } catch (error) {
      if (!(error instanceof AppError && error.code === "conflict")) throw error;
      // The meeting of a class keeps the time of the class.
      await queuePush(context, tx, now.id);
      await mailMeetingMovedBack(context, tx, now, findProvider(context, now.provider).name);
      return false;
    }
  });
  if (hasChanged) await context.purgePages([pageTags.course(meeting.courseId)]);
}

const isOpen = (meeting: Meeting) =>
  meeting.status === "scheduled" &&
  endOf(meeting).getTime() > Date.now() &&
  !hasUnpushedChange(meeting);

async function readAtProvider(
  context: Context,
  meeting: Meeting,
): Promise<ProviderMeeting | undefined> {
  try {
    return await withProvider(
      context,
      meeting.teacherId,
      (provider, token) => provider.getMeeting(token, meeting.providerMeetingId),
      { provider: meeting.provider },
    );
  } catch (error) {
    if (error instanceof MeetingProviderError && error.kind === "not_found") return undefined;
    throw error;
  }
}

/** Services may round times to whole seconds, and allow durations that we don't. */
function planOf(found: ProviderMeeting, { topic, startTime, duration }: Meeting): MeetingPlan {
  const second = (time: Date) => Math.floor(time.getTime() / 1_000);
  const at = found.startTime ?? startTime;
  const minutes = found.durationMinutes ?? duration;
  return {
    topic: toCleanLine(found.topic).slice(0, 200).trim() || topic,
    startTime: second(at) === second(startTime) ? startTime : at,
    duration: Math.min(Math.max(minutes, minMeetingMinutes), maxMeetingMinutes),
  };
}
