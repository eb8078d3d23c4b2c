/**
 * Connecting a teacher's account at a meeting service: the ticket, the authorization at the service
 * and its callback.
 */
import { and, eq, gt, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import type { ServiceStatus } from "#lib/meetings/meetings.responses.ts";
import { meetingMessages } from "#lib/meetings/meetings.rules.ts";
import type { OauthCallbackInput } from "#lib/meetings/meetings.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../../actor.ts";
import type { Context } from "../../context.ts";
import { keyedHash, randomToken } from "../../crypto.ts";
import type { Db } from "../../db/connection.ts";
import { connectTickets, oauthStates } from "../../db/tables/meetings.table.ts";
import type { MeetingProvider } from "../../providers/meetings/meeting-provider.ts";
import { queueUnpushed } from "../provider/push-to-provider.ts";
import { resumeWaitingMeetings } from "../waiting-meetings.ts";
import { findAccessEnd, findConnection, saveConnection, toProviderFailure } from "./connection.ts";
import { countUpcomingRooms } from "./rooms.ts";
import { findTokenLanguage, withTokenLanguage } from "./token-language.ts";
import { answerWithinMs } from "./with-provider.ts";

const t = getTexts("meetings");

const ticketLifetimeMs = 60_000;
const stateLifetimeMs = 10 * 60_000;

/** @throws AppError `forbidden`. */
export const requireConnectingTeacher = (actor: Actor, { name }: MeetingProvider) =>
  requireTeacher(actor, t("server.onlyTeachersConnect", { service: name }));

/**
 * Whether the acting teacher has connected the service, with which account and, if the connection
 * has ended, since when.
 */
export async function findConnectionStatus(
  { db }: Context,
  actor: Actor,
  provider: MeetingProvider,
): Promise<ServiceStatus> {
  const teacher = requireConnectingTeacher(actor, provider);
  const connection = await findConnection(db, teacher.profile.id);
  const connected = connection?.provider === provider.id;
  const endedAt = connected ? undefined : await findAccessEnd(db, teacher.profile.id, provider);
  const upcomingMeetings = await countUpcomingRooms(db, teacher.profile.id);
  return {
    connected,
    upcomingMeetings,
    ...(connected && connection.accountName ? { account: connection.accountName } : {}),
    ...(endedAt ? { accessEndedAt: endedAt.toISOString() } : {}),
  };
}

/**
 * Issues a ticket that is valid for one request within a minute, so that no access token appears in
 * a URL.
 */
export async function issueConnectTicket(
  context: Context,
  actor: Actor,
  provider: MeetingProvider,
): Promise<string> {
  requireConnectingTeacher(actor, provider);
  const ticket = withTokenLanguage(randomToken(), getLanguage());
  await context.db.insert(connectTickets).values({
    ticketHash: hash(context, "connect-ticket", ticket),
    userId: actor.userId,
    expiresAt: new Date(Date.now() + ticketLifetimeMs),
  });
  return ticket;
}

/**
 * Redeems a ticket.
 * @returns the URL at the service where the teacher grants access.
 * @throws AppError `unauthenticated` if the ticket is unknown, used or expired.
 */
export async function startConnecting(
  context: Context,
  ticket: string,
  provider: MeetingProvider,
): Promise<string> {
  const now = new Date();
  const state = withTokenLanguage(randomToken(), findTokenLanguage(ticket));
  await context.db.transaction(async (tx) => {
    const [used] = await tx
      .update(connectTickets)
      .set({ usedAt: now })
      .where(
        and(
          eq(connectTickets.ticketHash, hash(context, "connect-ticket", ticket)),
          isNull(connectTickets.usedAt),
          gt(connectTickets.expiresAt, now),
        ),
      )
      .returning();
    if (!used) {
      throw new AppError("unauthenticated", generalMessages.logInAgain);
    }
    await tx.insert(oauthStates).values({
      stateHash: hash(context, "oauth-state", state),
      provider: provider.id,
      userId: used.userId,
      expiresAt: new Date(now.getTime() + stateLifetimeMs),
    });
  });
  return provider.authorizeUrl(state, verifierOf(context, state));
}

/**
 * Exchanges the code that the service passed to the browser for tokens, and stores them.
 * @param onConnected runs in the same transaction, for work that depends on the connection.
 * @throws AppError if the state doesn't belong to this teacher, or the service rejects the code.
 */
export async function completeConnection(
  context: Context,
  actor: Actor,
  provider: MeetingProvider,
  { code, state }: OauthCallbackInput,
  onConnected: (context: Context, tx: Db, teacherId: string) => Promise<void>,
): Promise<void> {
  const teacher = requireConnectingTeacher(actor, provider);
  const failed = meetingMessages.notAuthorized(provider.name);
  const now = new Date();
  const [used] = await context.db
    .update(oauthStates)
    .set({ usedAt: now })
    .where(
      and(
        eq(oauthStates.stateHash, hash(context, "oauth-state", state)),
        eq(oauthStates.provider, provider.id),
        eq(oauthStates.userId, actor.userId),
        isNull(oauthStates.usedAt),
        gt(oauthStates.expiresAt, now),
      ),
    )
    .returning();
  if (!used) throw new AppError("invalid_input", failed);
  try {
    const connected = await provider
      .within(AbortSignal.timeout(answerWithinMs))
      .connect(code, verifierOf(context, state));
    await context.db.transaction(async (tx) => {
      await saveConnection(context, tx, teacher.profile.id, provider.id, connected);
      await resumeWaitingMeetings(context, tx, teacher.profile.id);
      await queueUnpushed(context, tx, teacher.profile.id);
      await onConnected(context, tx, teacher.profile.id);
    });
  } catch (error) {
    throw toProviderFailure(error, provider.name, failed);
  }
}

/** Derived from the state, so that it needn't be stored. Browsers see the state and not the verifier. */
const verifierOf = (context: Context, state: string): string =>
  hash(context, "oauth-verifier", state);

function hash(context: Context, purpose: string, value: string): string {
  return keyedHash(context.config.appSecret, purpose, value);
}
