/** Calls a meeting service on a teacher's behalf. Refreshes expired tokens, one at a time. */
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { meetingConnections } from "../../db/tables/meetings.table.ts";
import {
  type MeetingProvider,
  MeetingProviderError,
} from "../../providers/meetings/meeting-provider.ts";
import {
  type Connection,
  endConnections,
  findConnection,
  findProvider,
  nameServices,
  notConnected,
  openAccessToken,
  openRefreshToken,
  queueRevocation,
  sealTokens,
} from "./connection.ts";

/** Refreshed this early, so that a token never expires between our check and the service's. */
const refreshBeforeMs = 60_000;

/** Longer than one call takes: the process that had the turn is done then, or was killed. */
const refreshTurnMs = 10_000;
const pollIntervalMs = 100;

/** All calls to a service for one response of ours end within this time: people wait for them all. */
export const answerWithinMs = 9_000;

export interface ProviderCall {
  /** The service that has the meeting; the one that the teacher has connected if not given. */
  provider?: string;
  /** Ends all of it; after nine seconds if not given. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs one call on behalf of a teacher, with a valid token. A token that the service refuses is
 * refreshed once; if that fails too, the connection has ended.
 *
 * @throws AppError `conflict` if the teacher hasn't connected the service, else what the call throws.
 */
export async function withProvider<T>(
  context: Context,
  teacherId: string,
  call: (provider: MeetingProvider, accessToken: string) => Promise<T>,
  { provider: wanted, signal = AbortSignal.timeout(answerWithinMs) }: ProviderCall = {},
): Promise<T> {
  const connection = await findConnection(context.db, teacherId);
  if (!connection || (wanted !== undefined && wanted !== connection.provider)) {
    throw notConnected(wanted ? findProvider(context, wanted).name : nameServices(context));
  }
  const provider = findProvider(context, connection.provider).within(signal);
  const isFresh = connection.accessTokenExpiresAt.getTime() - Date.now() > refreshBeforeMs;
  const token = isFresh
    ? await openAccessToken(context, connection)
    : await refresh(context, provider, connection);
  try {
    return await call(provider, token);
  } catch (error) {
    if (!(error instanceof MeetingProviderError && error.kind === "revoked")) throw error;
    return call(provider, await refresh(context, provider, connection));
  }
}

/**
 * A refresh token is valid for one use, so callers take turns, and the second one waits for the new
 * tokens. A turn is a timestamp in the row instead of a lock, so that no database connection waits
 * for the service. The turn of a killed process expires.
 */
async function refresh(
  context: Context,
  provider: MeetingProvider,
  seen: Connection,
): Promise<string> {
  const giveUpAt = Date.now() + answerWithinMs;
  while (true) {
    const turn = await takeRefreshTurn(context, seen);
    if (turn) return refreshInTurn(context, provider, turn);
    const current = await findConnection(context.db, seen.teacherId);
    if (current?.id !== seen.id || current.provider !== seen.provider) {
      throw notConnected(provider.name);
    }
    if (current.accessTokenEncrypted !== seen.accessTokenEncrypted) {
      return openAccessToken(context, current);
    }
    if (Date.now() > giveUpAt) {
      throw new MeetingProviderError("unavailable", `New tokens of ${provider.name} take too long`);
    }
    await sleep(pollIntervalMs);
  }
}

/** Undefined if the tokens have changed since the caller read them, or another caller has the turn. */
async function takeRefreshTurn(
  { db }: Context,
  { id, accessTokenEncrypted }: Connection,
): Promise<Connection | undefined> {
  const now = Date.now();
  const [turn] = await db
    .update(meetingConnections)
    .set({ refreshingUntil: new Date(now + refreshTurnMs) })
    .where(
      and(
        eq(meetingConnections.id, id),
        eq(meetingConnections.accessTokenEncrypted, accessTokenEncrypted),
        isNull(meetingConnections.revokedAt),
        or(
          isNull(meetingConnections.refreshingUntil),
          lte(meetingConnections.refreshingUntil, new Date(now)),
        ),
      ),
    )
    .returning();
  return turn;
}

/**
 * While tokens were refreshed, the teacher may have connected again, and that token counts, or
 * disconnected, and the new tokens are revoked.
 */
async function tokenInstead(
  context: Context,
  provider: MeetingProvider,
  { teacherId }: Connection,
  token: string,
): Promise<string> {
  const current = await findConnection(context.db, teacherId);
  if (current?.provider === provider.id) return openAccessToken(context, current);
  await queueRevocation(context, context.db, provider.id, token);
  throw notConnected(provider.name);
}

async function refreshInTurn(
  context: Context,
  provider: MeetingProvider,
  turn: Connection,
): Promise<string> {
  const { db } = context;
  // A connection that was renewed meanwhile has tokens of its own.
  const isOfTurn = and(
    eq(meetingConnections.id, turn.id),
    eq(meetingConnections.accessTokenEncrypted, turn.accessTokenEncrypted),
  );
  try {
    const tokens = await provider.refresh(await openRefreshToken(context, turn));
    const sealed = await sealTokens(context, tokens);
    const values = { ...sealed, updatedAt: new Date(), refreshingUntil: null };
    const kept = await db
      .update(meetingConnections)
      .set(values)
      .where(isOfTurn)
      .returning({ id: meetingConnections.id });
    if (kept.length === 0) {
      return await tokenInstead(context, provider, turn, sealed.accessTokenEncrypted);
    }
    return tokens.accessToken;
  } catch (error) {
    if (error instanceof MeetingProviderError && error.kind === "revoked") {
      await db.transaction((tx) => endConnections(context, tx, isOfTurn));
      throw notConnected(provider.name);
    }
    await db.update(meetingConnections).set({ refreshingUntil: null }).where(isOfTurn);
    throw error;
  }
}
