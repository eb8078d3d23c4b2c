/** A teacher's connection to Zoom: made, ended, and its tokens encrypted at rest. */
import { and, eq, isNull, lte, type SQL } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { meetingMessages } from "#lib/meetings/meetings.ts";
import type { Context } from "../../context.ts";
import { decrypt, encrypt } from "../../crypto.ts";
import type { Db } from "../../db/connection.ts";
import { zoomConnections } from "../../db/tables/meetings.table.ts";
import { ZoomError } from "../../providers/meetings/zoom/errors.ts";
import type { ZoomTokens, ZoomUser } from "../../providers/meetings/zoom/zoom-client.ts";
import { mailAccessEnded } from "../teacher-mails.ts";
import { deletePastRooms } from "./disconnect-account.ts";

export type Connection = typeof zoomConnections.$inferSelect;

const purpose = "zoom-token";

/** What stands in the row of a connection that has ended. */
const nothingOfZoom = {
  zoomUserId: "",
  zoomAccountId: null,
  accessTokenEncrypted: "",
  refreshTokenEncrypted: "",
  scopes: "",
};

export const reconnectZoom = () => new AppError("conflict", meetingMessages.reconnect);

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
    ...(await sealTokens(context, tokens)),
    createdAt: now,
    updatedAt: now,
    refreshingUntil: null,
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

/**
 * Ends connections that Zoom has ended, and deletes what we had of the accounts: of each the row
 * stays, to tell the teacher since when. A mail says once what to do. @returns how many were in force.
 */
export async function endConnections(
  context: Context,
  tx: Db,
  which: SQL | undefined,
): Promise<number> {
  const ended = await tx
    .update(zoomConnections)
    .set({ revokedAt: new Date(), refreshingUntil: null, ...nothingOfZoom })
    .where(and(which, isNull(zoomConnections.revokedAt)))
    .returning();
  for (const { teacherId } of ended) {
    await deletePastRooms(tx, teacherId);
    await mailZoomDisconnected(context, tx, teacherId);
  }
  return ended.length;
}

/**
 * Gives a token back to Zoom, which then forgets the connection. A token that Zoom doesn't know any
 * more needs no giving back.
 *
 * @throws ZoomError `unavailable` when Zoom can't be told now.
 */
export async function revokeToken(context: Context, encryptedToken: string): Promise<void> {
  try {
    await context.zoom.revoke(await decrypt(context.config, purpose, encryptedToken));
  } catch (error) {
    if (!(error instanceof ZoomError) || error.kind === "unavailable") throw error;
  }
}

/** A connection that is in force. */
export async function findConnection(db: Db, teacherId: string): Promise<Connection | undefined> {
  const [connection] = await db
    .select()
    .from(zoomConnections)
    .where(and(eq(zoomConnections.teacherId, teacherId), isNull(zoomConnections.revokedAt)));
  return connection;
}

export function openRefreshToken({ config }: Context, connection: Connection): Promise<string> {
  return decrypt(config, purpose, connection.refreshTokenEncrypted);
}

export function openAccessToken(context: Context, connection: Connection): Promise<string> {
  return decrypt(context.config, purpose, connection.accessTokenEncrypted);
}

export async function sealTokens(context: Context, tokens: ZoomTokens) {
  const seal = (token: string) => encrypt(context.config.appSecret, purpose, token);
  return {
    accessTokenEncrypted: await seal(tokens.accessToken),
    refreshTokenEncrypted: await seal(tokens.refreshToken),
    accessTokenExpiresAt: tokens.expiresAt,
    scopes: tokens.scope,
  };
}
