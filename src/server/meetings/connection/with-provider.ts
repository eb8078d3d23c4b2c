/** Calls to Zoom in a teacher's name, with tokens that are in force: refreshed one at a time. */
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { zoomConnections } from "../../db/tables/meetings.table.ts";
import { ZoomError } from "../../providers/meetings/zoom/errors.ts";
import type { ZoomClient } from "../../providers/meetings/zoom/zoom-client.ts";
import { meetingJobs } from "../meeting-jobs.ts";
import {
  type Connection,
  endConnections,
  findConnection,
  openAccessToken,
  openRefreshToken,
  reconnectZoom,
  sealTokens,
} from "./connection.ts";

/** Refreshed this early, so that a token never ends between our check and Zoom's. */
const refreshBeforeMs = 60_000;

/** Longer than one call to Zoom takes: whoever had the turn is done then, or was killed. */
const refreshTurnMs = 10_000;
const pollIntervalMs = 100;

/** All calls to Zoom for one answer of ours end within this time. */
export const answerWithinMs = 9_000;

/** Zoom for one answer of ours: people wait for all its calls together, not for each of them. */
export function zoomWithDeadline(
  context: Context,
  signal = AbortSignal.timeout(answerWithinMs),
): ZoomClient {
  return context.zoom.within(signal);
}

/**
 * Runs one call to Zoom on behalf of a teacher, with a token that is in force. A token that Zoom
 * refuses is refreshed once; when that fails too, the connection is over.
 *
 * @param signal ends all of it; after nine seconds when not given.
 * @throws AppError `conflict` when there is no connection, else what the call throws.
 */
export async function withZoom<T>(
  context: Context,
  teacherId: string,
  call: (zoom: ZoomClient, accessToken: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const zoom = zoomWithDeadline(context, signal);
  const connection = await findConnection(context.db, teacherId);
  if (!connection) throw reconnectZoom();
  const isFresh = connection.accessTokenExpiresAt.getTime() - Date.now() > refreshBeforeMs;
  const token = isFresh
    ? await openAccessToken(context, connection)
    : await refresh(context, zoom, connection);
  try {
    return await call(zoom, token);
  } catch (error) {
    if (!(error instanceof ZoomError && error.kind === "revoked")) throw error;
    return call(zoom, await refresh(context, zoom, connection));
  }
}

/**
 * A refresh token is good for one use, so callers take turns: whoever comes second waits for the
 * new tokens. A turn is a moment in the row and not a lock, so that no database connection stands
 * still while Zoom does; one that a killed process had ends by itself.
 */
async function refresh(context: Context, zoom: ZoomClient, seen: Connection): Promise<string> {
  const giveUpAt = Date.now() + answerWithinMs;
  while (true) {
    const turn = await takeRefreshTurn(context, seen);
    if (turn) return refreshInTurn(context, zoom, turn);
    const current = await findConnection(context.db, seen.teacherId);
    if (current?.id !== seen.id) throw reconnectZoom();
    if (current.accessTokenEncrypted !== seen.accessTokenEncrypted) {
      return openAccessToken(context, current);
    }
    if (Date.now() > giveUpAt) throw new ZoomError("unavailable", "Zoom's tokens are not new yet");
    await sleep(pollIntervalMs);
  }
}

/** Of the tokens that the caller has seen; undefined when they are new, or somebody is at it. */
async function takeRefreshTurn(
  { db }: Context,
  { id, accessTokenEncrypted }: Connection,
): Promise<Connection | undefined> {
  const now = Date.now();
  const [turn] = await db
    .update(zoomConnections)
    .set({ refreshingUntil: new Date(now + refreshTurnMs) })
    .where(
      and(
        eq(zoomConnections.id, id),
        eq(zoomConnections.accessTokenEncrypted, accessTokenEncrypted),
        isNull(zoomConnections.revokedAt),
        or(
          isNull(zoomConnections.refreshingUntil),
          lte(zoomConnections.refreshingUntil, new Date(now)),
        ),
      ),
    )
    .returning();
  return turn;
}

/**
 * When new tokens come, the teacher may have connected anew, whose token counts, or disconnected:
 * then they are given back.
 */
async function tokenInstead(
  context: Context,
  teacherId: string,
  { accessTokenEncrypted: token }: Pick<Connection, "accessTokenEncrypted">,
): Promise<string> {
  const current = await findConnection(context.db, teacherId);
  if (current) return openAccessToken(context, current);
  await context.jobs.send(context.db, meetingJobs.revokeToken, { token });
  throw reconnectZoom();
}

async function refreshInTurn(
  context: Context,
  zoom: ZoomClient,
  turn: Connection,
): Promise<string> {
  const { db } = context;
  // A connection made anew meanwhile has tokens of its own.
  const isOfTurn = and(
    eq(zoomConnections.id, turn.id),
    eq(zoomConnections.accessTokenEncrypted, turn.accessTokenEncrypted),
  );
  try {
    const tokens = await zoom.refresh(await openRefreshToken(context, turn));
    const sealed = await sealTokens(context, tokens);
    const values = { ...sealed, updatedAt: new Date(), refreshingUntil: null };
    const updated = await db
      .update(zoomConnections)
      .set(values)
      .where(isOfTurn)
      .returning({ id: zoomConnections.id });
    if (updated.length === 0) return await tokenInstead(context, turn.teacherId, values);
    return tokens.accessToken;
  } catch (error) {
    if (error instanceof ZoomError && error.kind === "revoked") {
      await db.transaction((tx) => endConnections(context, tx, isOfTurn));
      throw reconnectZoom();
    }
    await db.update(zoomConnections).set({ refreshingUntil: null }).where(isOfTurn);
    throw error;
  }
}
