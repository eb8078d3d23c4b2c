/** Creates a requested meeting at the service exactly once, even if responses are lost. */
import { and, eq, lte, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { meetingMessages } from "#lib/meetings/meetings.rules.ts";
import type { Context } from "../../context.ts";
import { meetingRequests } from "../../db/tables/meeting-requests.table.ts";
import { trialLessons } from "../../db/tables/trials.table.ts";
import {
  type MeetingProvider,
  MeetingProviderError,
  type ProviderMeeting,
} from "../../providers/meetings/meeting-provider.ts";
import {
  findConnection,
  findProvider,
  nameServices,
  toProviderFailure,
} from "../connection/connection.ts";
import { withProvider } from "../connection/with-provider.ts";
import { meetingJobs } from "../meeting-jobs.ts";
import { mailCreationFailed } from "../service.mails.ts";
import { type CreatedMeeting, confirmMeeting } from "./confirm-meeting.ts";

export type MeetingRequest = typeof meetingRequests.$inferSelect;

/** Longer than any call takes, so a process that still holds the turn after this has crashed. */
const turnMs = 15_000;
const maxPauseMs = 5 * 60_000;

/** When a turn that begins now expires. */
export const claimExpiry = () => new Date(Date.now() + turnMs);

/**
 * Takes the turn to call the service. Undefined if another process has it, if it is too early for
 * the next attempt, or if the request is done.
 */
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
 * Makes one attempt, for the process that holds the turn. If the outcome of an earlier attempt is
 * unknown, this searches for the meeting at the service before creating it again.
 *
 * @throws AppError `provider_unavailable` if the outcome is unknown, so that another attempt
 * follows; `conflict` if no service is connected, or it rejected the meeting.
 */
export async function attemptCreation(
  context: Context,
  request: MeetingRequest,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const made = await withProvider(
      context,
      request.teacherId,
      request.tries === 1
        ? (provider, token) => create(provider, token, request)
        : (provider, token) => findOrCreate(provider, token, request),
      { signal },
    );
    await confirmMeeting(context, request, made);
  } catch (error) {
    throw await recordFailure(context, request, error);
  }
}

/** The first attempt, when the service can't have the meeting yet. */
async function create(
  provider: MeetingProvider,
  token: string,
  request: MeetingRequest,
): Promise<CreatedMeeting> {
  const toCreated = (meeting: ProviderMeeting) => ({ provider: provider.id, meeting });
  try {
    return toCreated(await provider.createMeeting(token, request.id, planOf(request)));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    // The meeting may exist although the response was lost. If this search fails too, the first
    // error is thrown.
    const [created] = await provider.findMeetings(token, request.id).catch(() => []);
    if (created === undefined) throw error;
    return toCreated(await provider.getMeeting(token, created));
  }
}

async function findOrCreate(
  provider: MeetingProvider,
  token: string,
  request: MeetingRequest,
): Promise<CreatedMeeting> {
  const [created, ...duplicates] = await provider.findMeetings(token, request.id);
  for (const duplicate of duplicates) await provider.deleteMeeting(token, duplicate);
  const meeting =
    created === undefined
      ? await provider.createMeeting(token, request.id, planOf(request))
      : await provider.getMeeting(token, created);
  return { provider: provider.id, meeting };
}

/**
 * Deletes all meetings that the service created for a request except one. A late response can lead
 * to duplicates.
 */
export async function deleteDuplicates(
  context: Context,
  teacherId: string,
  { requestId, keep }: { requestId: string; keep: string | undefined },
): Promise<void> {
  await withProvider(context, teacherId, async (provider, token) => {
    for (const created of await provider.findMeetings(token, requestId)) {
      if (created !== keep) await provider.deleteMeeting(token, created);
    }
  });
}

const planOf = ({ topic, startTime, duration, timeZone, settings }: MeetingRequest) => ({
  topic,
  startTime,
  durationMinutes: duration,
  timeZone,
  settings,
});

const isUnavailable = (error: unknown): error is MeetingProviderError =>
  error instanceof MeetingProviderError && error.kind === "unavailable";

/**
 * Schedules the next attempt, or ends the request.
 * @returns the error to throw.
 */
async function recordFailure(
  context: Context,
  request: MeetingRequest,
  error: unknown,
): Promise<unknown> {
  const isRefusal =
    error instanceof MeetingProviderError && ["rejected", "not_found"].includes(error.kind);
  const service = await nameServiceOf(context, request.teacherId);
  const message = isUnavailable(error) ? meetingMessages.waits(service) : meetingMessages.failed;
  const failure = toProviderFailure(error, service, message);
  // For an error in our own code, the turn expires and another process continues.
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

/**
 * The name of the service that the teacher has connected, or the names of all available services.
 */
async function nameServiceOf(context: Context, teacherId: string): Promise<string> {
  const connection = await findConnection(context.db, teacherId);
  return connection ? findProvider(context, connection.provider).name : nameServices(context);
}

/**
 * Ends a request. The teacher sees the error of the first attempt on screen, and is emailed about
 * later ones.
 */
export async function abandonRequest(context: Context, request: MeetingRequest): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(meetingRequests)
      .where(eq(meetingRequests.id, request.id))
      .returning();
    if (!ended || ended.canceledAt) return;
    await tx.update(trialLessons).set({ roomId: null }).where(eq(trialLessons.roomId, ended.id));
    if (request.tries === 1) return;
    await mailCreationFailed(
      context,
      tx,
      ended,
      await nameServiceOf({ ...context, db: tx }, ended.teacherId),
    );
  });
}
