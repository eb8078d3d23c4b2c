/** Connecting a teacher's Zoom account: ticket, authorization at Zoom, callback. */
import { and, eq, gt, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { OauthCallbackInput, ZoomStatus } from "#lib/meetings/meetings.ts";
import { type Actor, requireTeacher } from "../../actor.ts";
import type { Context } from "../../context.ts";
import { keyedHash, randomToken } from "../../crypto.ts";
import type { Db } from "../../db/connection.ts";
import { connectTickets, oauthStates } from "../../db/tables/meetings.table.ts";
import { resumeWaitingMeetings } from "../waiting-meetings.ts";
import { countUpcomingRooms } from "./disconnect-account.ts";
import { queueUnpushed } from "../provider/push-to-provider.ts";
import { zoomWithDeadline } from "./with-provider.ts";
import { findAccessEnd, isConnected, saveConnection, toZoomFailure } from "./connection.ts";

const ticketLifetimeMs = 60_000;
const stateLifetimeMs = 10 * 60_000;
const onlyTeachers = "Only teachers can connect a Zoom account.";

/** Whether the acting teacher is connected, and if not any more, since when. */
export async function findZoomStatus({ db }: Context, actor: Actor): Promise<ZoomStatus> {
  const teacher = requireTeacher(actor, onlyTeachers);
  const connected = await isConnected(db, teacher.profile.id);
  const endedAt = connected ? undefined : await findAccessEnd(db, teacher.profile.id);
  const upcomingMeetings = await countUpcomingRooms(db, teacher.profile.id);
  return {
    connected,
    upcomingMeetings,
    ...(endedAt ? { accessEndedAt: endedAt.toISOString() } : {}),
  };
}

/** A ticket for one navigation within a minute, so that no access token stands in an address. */
export async function issueConnectTicket(context: Context, actor: Actor): Promise<string> {
  requireTeacher(actor, onlyTeachers);
  const ticket = randomToken();
  await context.db.insert(connectTickets).values({
    ticketHash: hash(context, "connect-ticket", ticket),
    userId: actor.userId,
    expiresAt: new Date(Date.now() + ticketLifetimeMs),
  });
  return ticket;
}

/**
 * Uses a ticket up. @returns the address at Zoom where the teacher allows access.
 * @throws AppError `unauthenticated` when the ticket is unknown, used or too old.
 */
export async function startConnecting(context: Context, ticket: string): Promise<string> {
  const now = new Date();
  const state = randomToken();
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
      throw new AppError("unauthenticated", "Authentication required. Please log in again.");
    }
    await tx.insert(oauthStates).values({
      stateHash: hash(context, "oauth-state", state),
      userId: used.userId,
      expiresAt: new Date(now.getTime() + stateLifetimeMs),
    });
  });
  return context.zoom.authorizeUrl(state);
}

/**
 * Trades the code that Zoom gave the browser for tokens, and stores them.
 * @param onConnected what else follows from the connection, in the same transaction.
 * @throws AppError when the state is not this teacher's, or Zoom rejected the code.
 */
export async function completeConnection(
  context: Context,
  actor: Actor,
  { code, state }: OauthCallbackInput,
  onConnected: (context: Context, tx: Db, teacherId: string) => Promise<void>,
): Promise<void> {
  const teacher = requireTeacher(actor, onlyTeachers);
  const now = new Date();
  const [used] = await context.db
    .update(oauthStates)
    .set({ usedAt: now })
    .where(
      and(
        eq(oauthStates.stateHash, hash(context, "oauth-state", state)),
        eq(oauthStates.userId, actor.userId),
        isNull(oauthStates.usedAt),
        gt(oauthStates.expiresAt, now),
      ),
    )
    .returning();
  if (!used) throw new AppError("invalid_input", "Failed to complete Zoom authorization");
  try {
    const zoom = zoomWithDeadline(context);
    const tokens = await zoom.exchangeCode(code);
    const user = await zoom.me(tokens.accessToken);
    await context.db.transaction(async (tx) => {
      await saveConnection(context, tx, teacher.profile.id, tokens, user);
      await resumeWaitingMeetings(context, tx, teacher.profile.id);
      await queueUnpushed(context, tx, teacher.profile.id);
      await onConnected(context, tx, teacher.profile.id);
    });
  } catch (error) {
    throw toZoomFailure(error, "Failed to complete Zoom authorization");
  }
}

function hash(context: Context, purpose: string, value: string): string {
  return keyedHash(context.config.appSecret, purpose, value);
}
