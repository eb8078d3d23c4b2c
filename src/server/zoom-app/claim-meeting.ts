/**
 * A teacher's claim that a meeting belongs to a class, for meetings whose start Zoom hasn't
 * reported, such as those in a personal room. Zoom confirms the claim through the teacher's own
 * connection.
 */
import { and, eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { MeetingClaimInput } from "#lib/zoom-app/zoom-app.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import {
  type Connection,
  findConnection,
  toProviderFailure,
} from "../meetings/connection/connection.ts";
import { withProvider } from "../meetings/connection/with-provider.ts";
import { recordClass } from "../meetings/provider/meeting-instances.ts";
import { MeetingProviderError } from "../providers/meetings/meeting-provider.ts";
import { readTicket, type Ticket } from "./ticket.ts";
import { hashZoomUser } from "./zoom-user.ts";

const texts = getTexts("zoomApp");
const provider = "zoom";

/** Whether the app is open in a meeting, as the Zoom user whom the acting teacher has connected. */
export async function canClaim(context: Context, actor: Actor, ticket: Ticket): Promise<boolean> {
  return (await findOwnConnection(context, actor, ticket)) !== undefined;
}

async function findOwnConnection(
  { db, config }: Context,
  { profile }: Actor,
  { zoomUserHash, meetingUuids }: Ticket,
): Promise<Connection | undefined> {
  if (profile?.role !== "teacher" || meetingUuids.length === 0) return undefined;
  const connection = await findConnection(db, profile.id);
  const isOwn =
    connection?.provider === provider &&
    hashZoomUser(config, connection.providerUserId) === zoomUserHash;
  return isOwn ? connection : undefined;
}

/**
 * Records the class of the meeting in which the teacher's app is open.
 * @throws AppError `not_found` for other people's classes; `conflict` if the app isn't open in the
 * meeting, or the meeting isn't in the connected Zoom account; `provider_unavailable`;
 * `unauthenticated` (the ticket).
 */
export async function claimMeeting(
  context: Context,
  actor: Actor,
  { ticket: token, meetingNumber, classId }: MeetingClaimInput,
): Promise<void> {
  const teacher = requireTeacher(actor);
  const teacherId = teacher.profile.id;
  const ticket = await readTicket(context, token);
  await requireOwnClass(context.db, teacherId, classId);
  const connection = await findOwnConnection(context, actor, ticket);
  if (!connection) throw new AppError("conflict", texts("notConnected"));
  const instanceId = await findOpenInstance(context, teacherId, meetingNumber);
  if (instanceId === undefined || !ticket.meetingUuids.includes(instanceId)) {
    throw new AppError("conflict", texts("notThisMeeting"));
  }
  const meetingId = await findMeeting(context.db, teacherId, meetingNumber);
  await recordClass(context.db, { provider, instanceId, teacherId, meetingId, classId });
}

async function requireOwnClass(db: Db, teacherId: string, classId: string): Promise<void> {
  const isOwn = and(
    eq(classes.id, classId),
    eq(classes.teacherId, teacherId),
    eq(classes.status, "scheduled"),
  );
  if ((await db.$count(classes, isOwn)) > 0) return;
  throw new AppError("not_found", getTexts("livePages")("missing"));
}

/** Undefined if the teacher's Zoom account has no such meeting. */
async function findOpenInstance(
  context: Context,
  teacherId: string,
  meetingNumber: string,
): Promise<string | undefined> {
  try {
    const meeting = await withProvider(
      context,
      teacherId,
      (service, token) => service.getMeeting(token, meetingNumber),
      { provider },
    );
    return meeting.instanceId;
  } catch (error) {
    const isUnknown =
      error instanceof MeetingProviderError &&
      (error.kind === "not_found" || error.kind === "rejected");
    if (isUnknown) return undefined;
    throw toProviderFailure(error, "Zoom", texts("zoomUnavailable"));
  }
}

async function findMeeting(
  db: Db,
  teacherId: string,
  meetingNumber: string,
): Promise<string | null> {
  const [meeting] = await db
    .select({ id: meetings.id })
    .from(meetings)
    .where(
      and(
        eq(meetings.provider, provider),
        eq(meetings.providerMeetingId, meetingNumber),
        eq(meetings.teacherId, teacherId),
      ),
    );
  return meeting?.id ?? null;
}
