/**
 * Calls a meeting service on a teacher's behalf. Refreshes expired tokens, one request at a time.
 */
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

/** Tokens are refreshed this early so that none expires between our check and the service's. */
const refreshBeforeMs = 60_000;

/** Longer than any refresh takes, so a process that still holds the turn after this has crashed. */
const refreshTurnMs = 10_000;
const pollIntervalMs = 100;

/** Time limit, in milliseconds, for all the calls to a service that one response depends on. */
export const answerWithinMs = 9_000;

export interface ProviderCall {
  /** The service that hosts the meeting. Default: the one that the teacher has connected. */
  provider?: string;
  /** Aborts all calls. Default: a timeout of nine seconds. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs a call on behalf of a teacher with a valid token. If the service rejects the token, it is
 * refreshed once; if that fails too, the connection has ended.
 *
 * @throws AppError `conflict` if the teacher hasn't connected the service; otherwise, errors of the
 * call.
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
 * A refresh token works only once, so only one caller refreshes at a time and the others wait for
 * the new tokens. The turn is a timestamp in the row rather than a lock, so that no database
 * connection is held during the request to the service. If a process crashes, its turn expires.
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
      throw new MeetingProviderError(
        "unavailable",
        `Refreshing the tokens of ${provider.name} takes too long`,
      );
    }
    await sleep(pollIntervalMs);
  }
}

/**
 * Undefined if the tokens have changed since the caller read them, or if another caller has the
 * turn.
 */
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
 * During the refresh, the teacher may have reconnected, in which case that connection's token is
 * used, or disconnected, in which case the new tokens are revoked.
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
  // If the teacher has reconnected, the row holds other tokens.
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
