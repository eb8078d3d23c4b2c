/** The rooms of a teacher's meetings at the services: how many are upcoming, and which have ended. */
import { and, count, eq, gt, inArray, lt, ne, notExists, type SQL, sql } from "drizzle-orm";
import { overtimeMinutes } from "#lib/meetings/meetings.ts";
import type { Db } from "../../db/connection.ts";
import { meetingConnections, meetings } from "../../db/tables/meetings.table.ts";
import { trialLessons } from "../../db/tables/trials.table.ts";

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
        sql`${trialLessons.providerMeetingId} is not null`,
      ),
    ),
  ]);
  return (planned?.total ?? 0) + lessons;
}

const endOfMeeting = sql`${meetings.startTime} + make_interval(mins => ${meetings.duration})`;

/**
 * Deletes the service's IDs and links of past meetings of teachers who aren't connected: of one
 * teacher when the connection ends, of all every night.
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
}

/** Whether the teacher of a row has no connection to the service that has its room. */
function isDisconnected(db: Db, row: typeof meetings | typeof trialLessons): SQL {
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
