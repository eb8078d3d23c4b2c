/** Making a meeting at Zoom that was asked for here: once, whatever happens to the answers. */
import { and, eq, lte, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { meetingMessages } from "#lib/meetings/meetings.ts";
import { site } from "#lib/site/site.ts";
import type { Context } from "../../context.ts";
import { meetingRequests } from "../../db/tables/meeting-requests.table.ts";
import { trialLessons } from "../../db/tables/trials.table.ts";
import { ZoomError } from "../../providers/meetings/zoom/errors.ts";
import type { ZoomClient, ZoomMeeting } from "../../providers/meetings/zoom/zoom-client.ts";
import { meetingJobs } from "../meeting-jobs.ts";
import { mailCreationFailed } from "../zoom.mails.ts";
import { confirmMeeting } from "./confirm-meeting.ts";
import { withZoom } from "../connection/with-provider.ts";
import { toZoomFailure } from "../connection/connection.ts";

export type MeetingRequest = typeof meetingRequests.$inferSelect;

/** Longer than anybody waits for Zoom: whoever had the turn is done then, or was killed. */
const turnMs = 15_000;
const maxPauseMs = 5 * 60_000;

/** The end of a turn that begins now. */
export const claimExpiry = () => new Date(Date.now() + turnMs);

/** What a meeting made for this request has in its agenda at Zoom. */
const mark = (requestId: string) => `(${requestId})`;

/** Takes the turn to ask Zoom; undefined while it is somebody else's, too early, or all is done. */
export async function claimRequest(
  { db }: Context,
  requestId: string,
): Promise<MeetingRequest | undefined> {
  const [request] = await db
    .update(meetingRequests)
    .set({ tries: sql`${meetingRequests.tries} + 1`, notBefore: claimExpiry() })
    .where(and(eq(meetingRequests.id, requestId), lte(meetingRequests.notBefore, new Date())))
    .returning();
  return request;
}

/**
 * One try, by whoever has the turn. A request whose first try had an unknown end is looked for at
 * Zoom before it is made again.
 *
 * @throws AppError `provider_unavailable` when the end is unknown, so that there will be another
 * try; `conflict` when Zoom is not connected, or rejected the meeting.
 */
export async function attemptCreation(
  context: Context,
  request: MeetingRequest,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const made = await withZoom(
      context,
      request.teacherId,
      request.tries === 1
        ? (zoom, token) => create(zoom, token, request)
        : (zoom, token) => findOrCreate(zoom, token, request),
      signal,
    );
    await confirmMeeting(context, request, made);
  } catch (error) {
    throw await recordFailure(context, request, error);
  }
}

/** The first try: nothing can be at Zoom before it. */
async function create(
  zoom: ZoomClient,
  token: string,
  request: MeetingRequest,
): Promise<ZoomMeeting> {
  try {
    return await zoom.createMeeting(token, toZoomMeeting(request));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    // Perhaps the answer alone got lost. When this fails too, the first failure is the one to tell.
    const [made] = await zoom.findMeetings(token, mark(request.id)).catch(() => []);
    if (made === undefined) throw error;
    return zoom.getMeeting(token, made);
  }
}

async function findOrCreate(
  zoom: ZoomClient,
  token: string,
  request: MeetingRequest,
): Promise<ZoomMeeting> {
  const [made, ...doubles] = await zoom.findMeetings(token, mark(request.id));
  for (const double of doubles) await zoom.deleteMeeting(token, double);
  return made === undefined
    ? zoom.createMeeting(token, toZoomMeeting(request))
    : zoom.getMeeting(token, made);
}

/** What Zoom has made of a request, but for one: an answer came so late that it was made again. */
export async function deleteDuplicates(
  context: Context,
  teacherId: string,
  { requestId, keep }: { requestId: string; keep: string | undefined },
): Promise<void> {
  await withZoom(context, teacherId, async (zoom, token) => {
    for (const made of await zoom.findMeetings(token, mark(requestId))) {
      if (made !== keep) await zoom.deleteMeeting(token, made);
    }
  });
}

function toZoomMeeting({ id, topic, startTime, duration, timeZone, settings }: MeetingRequest) {
  const agenda = `Scheduled with ${site.name} ${mark(id)}`;
  return { topic, startTime, durationMinutes: duration, timeZone, settings, agenda };
}

const isUnavailable = (error: unknown): error is ZoomError =>
  error instanceof ZoomError && error.kind === "unavailable";

/** What becomes of the request after a try has failed. @returns what is to be thrown. */
async function recordFailure(
  context: Context,
  request: MeetingRequest,
  error: unknown,
): Promise<unknown> {
  const isRefusal = error instanceof ZoomError && ["rejected", "not_found"].includes(error.kind);
  const failure = toZoomFailure(
    error,
    isUnavailable(error) ? meetingMessages.waits : meetingMessages.failed,
  );
  // Trouble of our own: the turn ends by itself, and then somebody goes on.
  if (!(failure instanceof AppError)) return error;
  if (failure.code !== "provider_unavailable" && (request.tries === 1 || isRefusal)) {
    await abandonRequest(context, request);
    return failure;
  }
  const requestedPause = isUnavailable(error) ? (error.retryAfter ?? 0) * 1_000 : 0;
  const pause = Math.max(requestedPause, Math.min(2 ** request.tries * 1_000, maxPauseMs));
  const notBefore = new Date(Date.now() + pause);
  await context.db.transaction(async (tx) => {
    await tx.update(meetingRequests).set({ notBefore }).where(eq(meetingRequests.id, request.id));
    await context.jobs.send(tx, meetingJobs.create, {}, { startAfter: notBefore });
  });
  if (failure.code !== "provider_unavailable") return failure;
  const retryAfter = Math.ceil(pause / 1_000);
  return new AppError(failure.code, failure.message, { retryAfter, cause: error });
}

/** Ends a request. Its teacher is in front of the screen at the first try, and gets mail later. */
export async function abandonRequest(context: Context, request: MeetingRequest): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(meetingRequests)
      .where(eq(meetingRequests.id, request.id))
      .returning();
    if (!ended || ended.canceledAt) return;
    await tx.update(trialLessons).set({ roomId: null }).where(eq(trialLessons.roomId, ended.id));
    if (request.tries > 1) await mailCreationFailed(context, tx, ended);
  });
}
