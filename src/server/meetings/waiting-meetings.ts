/** Meetings that the service hasn't created yet: listing, retrying and canceling them. */
import { and, asc, eq, isNull, lte } from "drizzle-orm";
import type { WaitingMeeting } from "#lib/meetings/meetings.responses.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { meetingRequests } from "../db/tables/meeting-requests.table.ts";
import { meetingJobs } from "./meeting-jobs.ts";
import { endOf } from "./meeting-time.ts";
import {
  abandonRequest,
  attemptCreation,
  claimRequest,
  deleteDuplicates,
  type MeetingRequest,
} from "./provider/create-at-provider.ts";
import { isPermanentFailure } from "./provider/push-to-provider.ts";

/** The number of requests in one batch, and the number processed concurrently. */
const maxBatchSize = 50;
const atOnce = 10;

/**
 * The acting teacher's pending meetings of courses, ordered by start. Rooms of trial lessons appear
 * with the lessons.
 */
export async function listWaitingMeetings(
  { db }: Context,
  actor: Actor,
): Promise<WaitingMeeting[]> {
  const teacher = requireTeacher(actor);
  const rows = await db
    .select({ request: meetingRequests, course: { _id: courses.id, title: courses.title } })
    .from(meetingRequests)
    .innerJoin(courses, eq(courses.id, meetingRequests.courseId))
    .where(
      and(eq(meetingRequests.teacherId, teacher.profile.id), isNull(meetingRequests.canceledAt)),
    )
    .orderBy(asc(meetingRequests.startTime), asc(meetingRequests.id));
  return rows.map(({ request, course }) => ({
    _id: request.id,
    topic: request.topic,
    startTime: request.startTime.toISOString(),
    duration: request.duration,
    timeZone: request.timeZone,
    courseId: course,
  }));
}

/**
 * Cancels a request that the service hasn't confirmed yet.
 * @returns whether the teacher had such a request.
 */
export async function cancelWaitingMeeting(
  context: Context,
  teacherId: string,
  requestId: string,
): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const own = and(eq(meetingRequests.id, requestId), eq(meetingRequests.teacherId, teacherId));
    const [canceled] = await tx
      .update(meetingRequests)
      .set({ canceledAt: new Date() })
      .where(own)
      .returning();
    if (canceled) await resumeLater(context, tx, canceled.notBefore);
    return canceled !== undefined;
  });
}

/** Creates the waiting meetings after the teacher has reconnected. */
export async function resumeWaitingMeetings(
  context: Context,
  tx: Db,
  teacherId: string,
): Promise<void> {
  await tx
    .update(meetingRequests)
    .set({ notBefore: new Date() })
    .where(eq(meetingRequests.teacherId, teacherId));
  await resumeLater(context, tx, new Date());
}

function resumeLater(context: Context, tx: Db, startAfter: Date): Promise<void> {
  return context.jobs.send(tx, meetingJobs.create, {}, { startAfter });
}

/** Continues every request that is due. */
export async function createWaitingMeetings(context: Context): Promise<void> {
  const due = await context.db
    .select({ id: meetingRequests.id })
    .from(meetingRequests)
    .where(lte(meetingRequests.notBefore, new Date()))
    .orderBy(asc(meetingRequests.notBefore))
    .limit(maxBatchSize);
  for (let from = 0; from < due.length; from += atOnce) {
    await Promise.all(due.slice(from, from + atOnce).map(({ id }) => continueRequest(context, id)));
  }
}

async function continueRequest(context: Context, requestId: string): Promise<void> {
  const request = await claimRequest(context, requestId);
  if (!request) return;
  try {
    if (request.canceledAt) await withdrawRequest(context, request);
    else if (endOf(request).getTime() <= Date.now()) await abandonRequest(context, request);
    else await attemptCreation(context, request);
  } catch (error) {
    context.log.warn({ err: error, requestId }, "A meeting is still waiting for its service");
  }
}

/**
 * Deletes the request after its meeting was deleted at the service, or if the service is no longer
 * connected.
 */
async function withdrawRequest(context: Context, request: MeetingRequest): Promise<void> {
  try {
    await deleteDuplicates(context, request.teacherId, { requestId: request.id, keep: undefined });
  } catch (error) {
    if (!isPermanentFailure(error)) throw error;
  }
  await abandonRequest(context, request);
}
