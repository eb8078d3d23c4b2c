/**
 * Instances of meetings: they record which class takes place in a room that is currently open.
 * Opening a room again creates another instance.
 */
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { meetingInstances } from "../../db/tables/meeting-instances.table.ts";
import { meetings } from "../../db/tables/meetings.table.ts";

interface RoomEvent {
  provider: string;
  /** The service's ID for the meeting. */
  meetingId: string;
  instanceId: string;
  at: Date;
}

/** Records that one of our meetings was opened. Other meetings are ignored. */
export function recordStart({ db }: Context, event: RoomEvent): Promise<void> {
  return recordEvent(db, event, false);
}

/** Records that an instance ended, even if its start hasn't been reported yet. */
export function recordEnd({ db }: Context, event: RoomEvent): Promise<void> {
  return recordEvent(db, event, true);
}

async function recordEvent(db: Db, event: RoomEvent, hasEnded: boolean): Promise<void> {
  const { provider, meetingId, instanceId, at } = event;
  const [meeting] = await db
    .select({ id: meetings.id, teacherId: meetings.teacherId })
    .from(meetings)
    .where(and(eq(meetings.provider, provider), eq(meetings.providerMeetingId, meetingId)));
  if (!meeting) return;
  const endedAt = hasEnded ? at : null;
  const insert = db.insert(meetingInstances).values({
    provider,
    instanceId,
    teacherId: meeting.teacherId,
    meetingId: meeting.id,
    startedAt: at,
    endedAt,
  });
  const target = [meetingInstances.provider, meetingInstances.instanceId];
  await (hasEnded
    ? insert.onConflictDoUpdate({ target, set: { endedAt } })
    : insert.onConflictDoNothing({ target }));
}

interface TeacherInstance {
  provider: string;
  instanceId: string;
  teacherId: string;
  /** Our meeting that the room belongs to, if there is one. */
  meetingId: string | null;
  classId: string;
}

/**
 * Records which class the teacher holds in an instance of one of their own meetings. The caller
 * must have checked that the meeting is the teacher's.
 */
export async function recordClass(db: Db, instance: TeacherInstance): Promise<void> {
  const { teacherId, classId } = instance;
  await db
    .insert(meetingInstances)
    .values({ ...instance, startedAt: new Date() })
    .onConflictDoUpdate({
      target: [meetingInstances.provider, meetingInstances.instanceId],
      set: { classId },
      setWhere: eq(meetingInstances.teacherId, teacherId),
    });
}

export interface MeetingInstance {
  instanceId: string;
  teacherId: string;
  /** Null if the meeting belongs to no class. */
  classId: string | null;
  hasEnded: boolean;
}

/** Which of these instances are recorded. */
export async function findInstances(
  db: Db,
  provider: string,
  instanceIds: readonly string[],
): Promise<MeetingInstance[]> {
  if (instanceIds.length === 0) return [];
  const rows = await db
    .select({
      instanceId: meetingInstances.instanceId,
      teacherId: meetingInstances.teacherId,
      classId: sql<string | null>`coalesce(${meetingInstances.classId}, ${meetings.classId})`,
      endedAt: meetingInstances.endedAt,
    })
    .from(meetingInstances)
    .leftJoin(meetings, eq(meetings.id, meetingInstances.meetingId))
    .where(
      and(
        eq(meetingInstances.provider, provider),
        inArray(meetingInstances.instanceId, [...instanceIds]),
      ),
    );
  return rows.map(({ endedAt, ...row }) => ({ ...row, hasEnded: endedAt !== null }));
}

const maxAgeMs = 2 * 24 * 60 * 60 * 1000;

/** Deletes instances that have certainly ended. */
export async function deleteOldInstances(db: Db): Promise<void> {
  await db
    .delete(meetingInstances)
    .where(lt(meetingInstances.startedAt, new Date(Date.now() - maxAgeMs)));
}
