/**
 * A teacher's connection to a meeting service: saving it, ending it, and encrypting its tokens at
 * rest.
 */
import { and, eq, isNull, lte, type SQL } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { listNames } from "#lib/meetings/meeting-services.ts";
import { meetingMessages } from "#lib/meetings/meetings.rules.ts";
import type { Context } from "../../context.ts";
import { decrypt, encrypt } from "../../crypto.ts";
import type { Db } from "../../db/connection.ts";
import { meetingConnections } from "../../db/tables/meetings.table.ts";
import {
  type MeetingAccount,
  type MeetingProvider,
  MeetingProviderError,
  type MeetingTokens,
} from "../../providers/meetings/meeting-provider.ts";
import { meetingJobs } from "../meeting-jobs.ts";
import { mailServiceDisconnected } from "../service.mails.ts";
import { deletePastRooms } from "./rooms.ts";

export type Connection = typeof meetingConnections.$inferSelect;

const purpose = "zoom-token";

/** The column values of a connection that has ended. */
const erasedAccount = {
  providerUserId: "",
  providerAccountId: null,
  accountName: null,
  accessTokenEncrypted: "",
  refreshTokenEncrypted: "",
  scopes: "",
};

/**
 * Finds a service by its stored ID.
 * @throws Error if this server doesn't support the service.
 */
export function findProvider({ meetingProviders }: Context, id: string): MeetingProvider {
  const provider = meetingProviders.find((each) => each.id === id);
  if (!provider) throw new Error(`There is no meeting service "${id}"`);
  return provider;
}

/** The names of the services that can be connected, as messages show them: "Zoom". */
export const nameServices = ({ meetingProviders }: Context): string => listNames(meetingProviders);

/** @param service the name of one service, or the names of all that can be connected. */
export const notConnected = (service: string) =>
  new AppError("conflict", meetingMessages.reconnect(service));

/**
 * Translates a failure at the service into an error for the person. Other errors are returned
 * unchanged.
 */
export function toProviderFailure(error: unknown, service: string, message: string): unknown {
  if (!(error instanceof MeetingProviderError)) return error;
  if (error.kind === "revoked") return notConnected(service);
  if (error.kind === "unavailable") {
    const retryAfter = error.retryAfter ?? 5;
    return new AppError("provider_unavailable", message, { retryAfter, cause: error });
  }
  return new AppError("conflict", message, { cause: error });
}

/**
 * Saves the tokens of a new authorization in place of an earlier connection, because a teacher has
 * at most one. If that was to another service, access to it is revoked.
 */
export async function saveConnection(
  context: Context,
  tx: Db,
  teacherId: string,
  provider: string,
  { tokens, account }: { tokens: MeetingTokens; account: MeetingAccount },
): Promise<void> {
  const now = new Date();
  const before = await findConnection(tx, teacherId);
  if (before && before.provider !== provider) {
    await queueRevocation(context, tx, before.provider, before.accessTokenEncrypted);
  }
  const values = {
    provider,
    providerUserId: account.id,
    providerAccountId: account.organizationId,
    accountName: account.name,
    ...(await sealTokens(context, tokens)),
    createdAt: now,
    updatedAt: now,
    refreshingUntil: null,
    revokedAt: null,
  };
  await tx
    .insert(meetingConnections)
    .values({ teacherId, ...values })
    .onConflictDoUpdate({ target: meetingConnections.teacherId, set: values });
}

/** @param provider limits the check to this service. */
export async function isConnected(
  db: Db,
  teacherId: string,
  provider?: MeetingProvider,
): Promise<boolean> {
  const connection = await findConnection(db, teacherId);
  return connection !== undefined && (!provider || connection.provider === provider.id);
}

/** The refusal for a teacher who has connected no service, now or ever. */
export async function findNotConnected(context: Context, db: Db, teacherId: string) {
  const earlier = await db.$count(meetingConnections, eq(meetingConnections.teacherId, teacherId));
  const services = nameServices(context);
  return earlier > 0
    ? notConnected(services)
    : new AppError("conflict", meetingMessages.connect(services));
}

/**
 * When the service ended a connection that the teacher hasn't renewed since; undefined if there is
 * none.
 */
export async function findAccessEnd(
  db: Db,
  teacherId: string,
  provider: MeetingProvider,
): Promise<Date | undefined> {
  const [connection] = await db
    .select({ revokedAt: meetingConnections.revokedAt })
    .from(meetingConnections)
    .where(
      and(
        eq(meetingConnections.teacherId, teacherId),
        eq(meetingConnections.provider, provider.id),
      ),
    );
  return connection?.revokedAt ?? undefined;
}

/**
 * Ends the connections to an account after its owner revoked access at the service.
 * @param at when access was revoked; connections made later are unaffected.
 * @returns the number of connections ended.
 */
export async function revokeConnections(
  context: Context,
  provider: MeetingProvider,
  { accountId, at }: { accountId: string; at: Date },
): Promise<number> {
  const wasMade = and(
    eq(meetingConnections.provider, provider.id),
    eq(meetingConnections.providerUserId, accountId),
    lte(meetingConnections.createdAt, at),
  );
  return context.db.transaction((tx) => endConnections(context, tx, wasMade));
}

/**
 * Marks connections that the service has ended, and erases their account data. The rows are kept so
 * that the teacher can see when each connection ended. One email explains what to do.
 * @returns the number of connections that were active.
 */
export async function endConnections(
  context: Context,
  tx: Db,
  which: SQL | undefined,
): Promise<number> {
  const ended = await tx
    .update(meetingConnections)
    .set({ revokedAt: new Date(), refreshingUntil: null, ...erasedAccount })
    .where(and(which, isNull(meetingConnections.revokedAt)))
    .returning();
  for (const { teacherId, provider } of ended) {
    await deletePastRooms(tx, teacherId);
    await mailServiceDisconnected(context, tx, teacherId, findProvider(context, provider).name);
  }
  return ended.length;
}

/** The data of the job that revokes access at a service. */
export interface Revocation {
  /** Encrypted, as stored. */
  token: string;
  /** Missing in jobs queued while Zoom was the only service. */
  provider?: string;
}

export function queueRevocation(
  { jobs }: Pick<Context, "jobs">,
  tx: Db,
  provider: string,
  token: string,
): Promise<void> {
  return jobs.send(tx, meetingJobs.revokeToken, { token, provider } satisfies Revocation);
}

/**
 * Revokes a token at the service, which ends the connection there. A token that the service no
 * longer recognizes counts as revoked.
 *
 * @throws MeetingProviderError `unavailable`.
 */
export async function revokeToken(
  context: Context,
  { token, provider = "zoom" }: Revocation,
): Promise<void> {
  try {
    await findProvider(context, provider).revoke(await decrypt(context.config, purpose, token));
  } catch (error) {
    if (!(error instanceof MeetingProviderError) || error.kind === "unavailable") throw error;
  }
}

/** The teacher's active connection. */
export async function findConnection(db: Db, teacherId: string): Promise<Connection | undefined> {
  const [connection] = await db
    .select()
    .from(meetingConnections)
    .where(and(eq(meetingConnections.teacherId, teacherId), isNull(meetingConnections.revokedAt)));
  return connection;
}

export function openRefreshToken({ config }: Context, connection: Connection): Promise<string> {
  return decrypt(config, purpose, connection.refreshTokenEncrypted);
}

export function openAccessToken(context: Context, connection: Connection): Promise<string> {
  return decrypt(context.config, purpose, connection.accessTokenEncrypted);
}

export async function sealTokens(context: Context, tokens: MeetingTokens) {
  const seal = (token: string) => encrypt(context.config.appSecret, purpose, token);
  return {
    accessTokenEncrypted: await seal(tokens.accessToken),
    refreshTokenEncrypted: await seal(tokens.refreshToken),
    accessTokenExpiresAt: tokens.expiresAt,
    scopes: tokens.scope,
  };
}
