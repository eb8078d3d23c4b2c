/** Ending a teacher's connection from here, and what is deleted of Zoom's data when it has ended. */
import { and, count, eq, gt, inArray, lt, ne, notExists, type SQL, sql } from "drizzle-orm";
import { overtimeMinutes } from "#lib/meetings/meetings.ts";
import { type Actor, requireTeacher } from "../../actor.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import {
  connectTickets,
  meetings,
  oauthStates,
  zoomConnections,
} from "../../db/tables/meetings.table.ts";
import { trialLessons } from "../../db/tables/trials.table.ts";
import { meetingJobs } from "../meeting-jobs.ts";

/**
 * Deletes the connection with its tokens at once. A job gives the access back to Zoom, for as long
 * as that takes. Upcoming meetings keep their rooms, which are the teacher's own at Zoom.
 * Disconnecting twice changes nothing more.
 */
export async function disconnectZoom(context: Context, actor: Actor): Promise<void> {
  const { profile, userId } = requireTeacher(actor, "Only teachers can disconnect Zoom.");
  await context.db.transaction(async (tx) => {
    // What was begun before must not connect again afterwards.
    await tx.delete(connectTickets).where(eq(connectTickets.userId, userId));
    await tx.delete(oauthStates).where(eq(oauthStates.userId, userId));
    const [connection] = await tx
      .delete(zoomConnections)
      .where(eq(zoomConnections.teacherId, profile.id))
      .returning({ token: zoomConnections.accessTokenEncrypted });
    if (!connection) return;
    if (connection.token !== "") {
      await context.jobs.send(tx, meetingJobs.revokeToken, { token: connection.token });
    }
    await deletePastRooms(tx, profile.id);
  });
}

/** How many meetings and trial lessons with a room of the teacher's are still to take place. */
export async function countUpcomingRooms(db: Db, teacherId: string): Promise<number> {
  const now = new Date();
  const [[planned], lessons] = await Promise.all([
    db
      .select({ total: count() })
      .from(meetings)
      .where(
        and(
          eq(meetings.teacherId, teacherId),
          inArray(meetings.status, ["scheduled", "started"]),
          gt(endOfMeeting, now.toISOString()),
        ),
      ),
    db.$count(
      trialLessons,
      and(
        eq(trialLessons.teacherId, teacherId),
        eq(trialLessons.status, "booked"),
        gt(trialLessons.endsAt, now),
        sql`${trialLessons.zoomMeetingId} is not null`,
      ),
    ),
  ]);
  return (planned?.total ?? 0) + lessons;
}

const endOfMeeting = sql`${meetings.startTime} + make_interval(mins => ${meetings.duration})`;

/**
 * Deletes Zoom's numbers and links of meetings that are over, of teachers who aren't connected:
 * of one teacher when the connection ends, of all every night.
 */
export async function deletePastRooms(db: Db, teacherId?: string): Promise<void> {
  const over = new Date(Date.now() - overtimeMinutes * 60_000);
  await db
    .update(meetings)
    .set({ zoomMeetingId: sql`'deleted_' || ${meetings.id}`, zoomJoinUrl: "" })
    .where(
      and(
        teacherId === undefined ? undefined : eq(meetings.teacherId, teacherId),
        ne(meetings.zoomJoinUrl, ""),
        lt(endOfMeeting, over.toISOString()),
        isDisconnected(db, sql`${meetings.teacherId}`),
      ),
    );
  await db
    .update(trialLessons)
    .set({ zoomMeetingId: null, zoomJoinUrl: null })
    .where(
      and(
        teacherId === undefined ? undefined : eq(trialLessons.teacherId, teacherId),
        sql`${trialLessons.zoomMeetingId} is not null`,
        lt(trialLessons.endsAt, over),
        isDisconnected(db, sql`${trialLessons.teacherId}`),
      ),
    );
}

function isDisconnected(db: Db, teacherId: SQL): SQL {
  return notExists(
    db
      .select({ id: zoomConnections.id })
      .from(zoomConnections)
      .where(
        and(eq(zoomConnections.teacherId, teacherId), sql`${zoomConnections.revokedAt} is null`),
      ),
  );
}
