/** A teacher's connection to Zoom: tokens encrypted at rest, refreshed one at a time. */
import { and, eq, isNull, lte, type SQL } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { meetingMessages } from "#lib/meetings.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { decrypt, encrypt } from "../keyed-hash.ts";
import { ZoomError } from "../providers/zoom/errors.ts";
import type { ZoomClient, ZoomTokens, ZoomUser } from "../providers/zoom/zoom.ts";
import { zoomConnections } from "./meetings.table.ts";
import { mailAccessEnded } from "./teacher-mails.ts";

type Connection = typeof zoomConnections.$inferSelect;

const purpose = "zoom-token";

/** Refreshed this early, so that a token never ends between our check and Zoom's. */
const refreshBeforeMs = 60_000;

export const reconnectZoom = () => new AppError("conflict", meetingMessages.reconnect);

/** All calls to Zoom for one answer of ours end within this time. */
export const answerWithinMs = 9_000;

/** Zoom for one answer of ours: people wait for all its calls together, not for each of them. */
export function zoomInTime(
  context: Context,
  signal = AbortSignal.timeout(answerWithinMs),
): ZoomClient {
  return context.zoom.within(signal);
}

/** What a ZoomError means for the person. Other errors pass through. */
export function toZoomFailure(error: unknown, message: string): unknown {
  if (!(error instanceof ZoomError)) return error;
  if (error.kind === "revoked") return reconnectZoom();
  if (error.kind === "unavailable") {
    const retryAfter = error.retryAfter ?? 5;
    return new AppError("provider_unavailable", message, { retryAfter, cause: error });
  }
  return new AppError("conflict", message, { cause: error });
}

/** Keeps the tokens of a fresh authorization, in place of an earlier connection. */
export async function saveConnection(
  context: Context,
  tx: Db,
  teacherId: string,
  tokens: ZoomTokens,
  user: ZoomUser,
): Promise<void> {
  const now = new Date();
  const values = {
    zoomUserId: user.id,
    zoomAccountId: user.accountId,
    ...sealTokens(context, tokens),
    createdAt: now,
    updatedAt: now,
    revokedAt: null,
  };
  await tx
    .insert(zoomConnections)
    .values({ teacherId, ...values })
    .onConflictDoUpdate({ target: zoomConnections.teacherId, set: values });
}

export async function isConnected(db: Db, teacherId: string): Promise<boolean> {
  const connection = await findConnection(db, teacherId);
  return connection !== undefined;
}

/** When Zoom ended a connection that the teacher has not made anew; undefined without such. */
export async function findAccessEnd(db: Db, teacherId: string): Promise<Date | undefined> {
  const [connection] = await db
    .select({ revokedAt: zoomConnections.revokedAt })
    .from(zoomConnections)
    .where(eq(zoomConnections.teacherId, teacherId));
  return connection?.revokedAt ?? undefined;
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
  const zoom = zoomInTime(context, signal);
  const connection = await findConnection(context.db, teacherId);
  if (!connection) throw reconnectZoom();
  const isFresh = connection.accessTokenExpiresAt.getTime() - Date.now() > refreshBeforeMs;
  const token = isFresh
    ? openAccessToken(context, connection)
    : await refresh(context, zoom, connection);
  try {
    return await call(zoom, token);
  } catch (error) {
    if (!(error instanceof ZoomError && error.kind === "revoked")) throw error;
    return call(zoom, await refresh(context, zoom, connection));
  }
}

/**
 * Ends connections that Zoom told us are over.
 * @param at when access was taken back: a connection made later than that stays.
 * @returns how many there were.
 */
export async function revokeConnections(
  context: Context,
  zoomUserId: string,
  at: Date,
): Promise<number> {
  const wasMade = and(
    eq(zoomConnections.zoomUserId, zoomUserId),
    lte(zoomConnections.createdAt, at),
  );
  return context.db.transaction((tx) => endConnections(context, tx, wasMade));
}

/** Their teachers are told by mail what to do, once. */
async function endConnections(context: Context, tx: Db, which: SQL | undefined): Promise<number> {
  const ended = await tx
    .update(zoomConnections)
    .set({ revokedAt: new Date() })
    .where(and(which, isNull(zoomConnections.revokedAt)))
    .returning();
  for (const { teacherId } of ended) await mailAccessEnded(context, tx, teacherId);
  return ended.length;
}

/**
 * Gives a token back to Zoom, which then forgets the connection. A token that Zoom doesn't know any
 * more needs no giving back.
 *
 * @throws ZoomError `unavailable` when Zoom can't be told now.
 */
export async function giveTokenBack(context: Context, encryptedToken: string): Promise<void> {
  try {
    await context.zoom.revoke(decrypt(context.config, purpose, encryptedToken));
  } catch (error) {
    if (!(error instanceof ZoomError) || error.kind === "unavailable") throw error;
  }
}

async function findConnection(db: Db, teacherId: string): Promise<Connection | undefined> {
  const [connection] = await db
    .select()
    .from(zoomConnections)
    .where(and(eq(zoomConnections.teacherId, teacherId), isNull(zoomConnections.revokedAt)));
  return connection;
}

/**
 * A refresh token is good for one use, so the row is locked during it: whoever comes second finds
 * the new tokens. The lock is held for the time of one call, at most eight seconds.
 */
async function refresh(context: Context, zoom: ZoomClient, seen: Connection): Promise<string> {
  const outcome = await context.db.transaction(async (tx) => {
    const [current] = await tx
      .select()
      .from(zoomConnections)
      .where(and(eq(zoomConnections.id, seen.id), isNull(zoomConnections.revokedAt)))
      .for("update");
    if (!current) return undefined;
    if (current.accessTokenEncrypted !== seen.accessTokenEncrypted) {
      return openAccessToken(context, current);
    }
    try {
      const refreshToken = decrypt(context.config, purpose, current.refreshTokenEncrypted);
      const tokens = await zoom.refresh(refreshToken);
      await tx
        .update(zoomConnections)
        .set({ ...sealTokens(context, tokens), updatedAt: new Date() })
        .where(eq(zoomConnections.id, current.id));
      return tokens.accessToken;
    } catch (error) {
      if (!(error instanceof ZoomError && error.kind === "revoked")) throw error;
      await endConnections(context, tx, eq(zoomConnections.id, current.id));
      return undefined;
    }
  });
  if (outcome === undefined) throw reconnectZoom();
  return outcome;
}

function openAccessToken(context: Context, connection: Connection): string {
  return decrypt(context.config, purpose, connection.accessTokenEncrypted);
}

function sealTokens(context: Context, tokens: ZoomTokens) {
  const seal = (token: string) => encrypt(context.config.appSecret, purpose, token);
  return {
    accessTokenEncrypted: seal(tokens.accessToken),
    refreshTokenEncrypted: seal(tokens.refreshToken),
    accessTokenExpiresAt: tokens.expiresAt,
    scopes: tokens.scope,
  };
}
