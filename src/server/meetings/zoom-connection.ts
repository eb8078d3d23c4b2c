/** A teacher's connection to Zoom: tokens encrypted at rest, refreshed one at a time. */
import { and, eq, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import { decrypt, encrypt } from "../keyed-hash.ts";
import { ZoomError } from "../providers/zoom/errors.ts";
import type { ZoomClient, ZoomTokens, ZoomUser } from "../providers/zoom/zoom.ts";
import { zoomConnections } from "./meetings.table.ts";

type Connection = typeof zoomConnections.$inferSelect;

const purpose = "zoom-token";

/** Refreshed this early, so that a token never ends between our check and Zoom's. */
const refreshBeforeMs = 60_000;

export const reconnectZoom = () =>
  new AppError("conflict", "Zoom is not connected. Please connect your Zoom account again.");

/** All calls to Zoom for one answer of ours end within this time. */
const answerWithinMs = 9_000;

/** Zoom for one answer of ours: people wait for all its calls together, not for each of them. */
export function zoomInTime(context: Context): ZoomClient {
  return context.zoom.within(AbortSignal.timeout(answerWithinMs));
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
  teacherId: string,
  tokens: ZoomTokens,
  user: ZoomUser,
): Promise<void> {
  const values = {
    zoomUserId: user.id,
    zoomAccountId: user.accountId,
    ...sealTokens(context, tokens),
    updatedAt: new Date(),
    revokedAt: null,
  };
  await context.db
    .insert(zoomConnections)
    .values({ teacherId, ...values })
    .onConflictDoUpdate({ target: zoomConnections.teacherId, set: values });
}

export async function isConnected(context: Context, teacherId: string): Promise<boolean> {
  const connection = await findConnection(context, teacherId);
  return connection !== undefined;
}

/**
 * Runs one call to Zoom on behalf of a teacher, with a token that is in force. A token that Zoom
 * refuses is refreshed once; when that fails too, the connection is over.
 *
 * @throws AppError `conflict` when there is no connection, else what the call throws.
 */
export async function withZoom<T>(
  context: Context,
  teacherId: string,
  call: (zoom: ZoomClient, accessToken: string) => Promise<T>,
): Promise<T> {
  const zoom = zoomInTime(context);
  const connection = await findConnection(context, teacherId);
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

/** Ends connections that Zoom told us are over. @returns how many there were. */
export async function revokeConnections(context: Context, zoomUserId: string): Promise<number> {
  const ended = await context.db
    .update(zoomConnections)
    .set({ revokedAt: new Date() })
    .where(and(eq(zoomConnections.zoomUserId, zoomUserId), isNull(zoomConnections.revokedAt)))
    .returning();
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

async function findConnection(
  context: Context,
  teacherId: string,
): Promise<Connection | undefined> {
  const [connection] = await context.db
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
      await tx
        .update(zoomConnections)
        .set({ revokedAt: new Date() })
        .where(eq(zoomConnections.id, current.id));
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
