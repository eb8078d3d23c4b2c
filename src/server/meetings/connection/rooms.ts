/**
 * A teacher's rooms at meeting services: counting upcoming ones, and deleting the data of past
 * ones.
 */
import { and, count, eq, gt, inArray, lt, ne, notExists, type SQL, sql } from "drizzle-orm";
import { overtimeMinutes } from "#lib/rooms/room-opening.ts";
import type { Db } from "../../db/connection.ts";
import { meetingInstances } from "../../db/tables/meeting-instances.table.ts";
import { meetingConnections, meetings } from "../../db/tables/meetings.table.ts";
import { trialLessons } from "../../db/tables/trials.table.ts";

/** Counts the teacher's upcoming meetings and trial lessons that have a room. */
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
        sql`${trialLessons.providerMeetingId} is not null`,
      ),
    ),
  ]);
  return (planned?.total ?? 0) + lessons;
}

const endOfMeeting = sql`${meetings.startTime} + make_interval(mins => ${meetings.duration})`;

/**
 * Deletes the service's IDs and links of past meetings, and the IDs of all instances, of disconnected teachers: of one teacher
 * when the connection ends, and of all teachers every night.
 */
export async function deletePastRooms(db: Db, teacherId?: string): Promise<void> {
  const over = new Date(Date.now() - overtimeMinutes * 60_000);
  await db
    .update(meetings)
    .set({ providerMeetingId: sql`'deleted_' || ${meetings.id}`, providerJoinUrl: "" })
    .where(
      and(
        teacherId === undefined ? undefined : eq(meetings.teacherId, teacherId),
        ne(meetings.providerJoinUrl, ""),
        lt(endOfMeeting, over.toISOString()),
        isDisconnected(db, meetings),
      ),
    );
  await db
    .update(trialLessons)
    .set({ providerMeetingId: null, providerJoinUrl: null })
    .where(
      and(
        teacherId === undefined ? undefined : eq(trialLessons.teacherId, teacherId),
        sql`${trialLessons.providerMeetingId} is not null`,
        lt(trialLessons.endsAt, over),
        isDisconnected(db, trialLessons),
      ),
    );
  await db
    .delete(meetingInstances)
    .where(
      and(
        teacherId === undefined ? undefined : eq(meetingInstances.teacherId, teacherId),
        isDisconnected(db, meetingInstances),
      ),
    );
}

/** Whether the row's teacher has no connection to the service that hosts its room. */
type Room = typeof meetings | typeof trialLessons | typeof meetingInstances;

function isDisconnected(db: Db, row: Room): SQL {
  return notExists(
    db
      .select({ id: meetingConnections.id })
      .from(meetingConnections)
      .where(
        and(
          sql`${meetingConnections.teacherId} = ${row.teacherId}`,
          sql`${meetingConnections.provider} = ${row.provider}`,
          sql`${meetingConnections.revokedAt} is null`,
        ),
      ),
  );
}
