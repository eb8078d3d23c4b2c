/**
 * Notifies teachers of classes that start soon and have no room, so that no student waits for a
 * meeting that doesn't exist.
 */
import { and, asc, eq, gt, isNull, lt, lte, notExists, or } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { classes, missingRoomNotices } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { meetingRequests } from "../db/tables/meeting-requests.table.ts";
import { startBatch } from "../jobs/batch.ts";
import { hasStudents, lacksRoom } from "./class-rooms.ts";
import { mailMissingRooms, type RoomlessClass } from "./missing-rooms.mails.ts";

/** When a teacher is notified, in hours before the start. The later notice replaces the earlier one. */
const notices = [
  { hours: 24, until: 2 },
  { hours: 2, until: 0 },
] as const;

type Notice = (typeof notices)[number];

const hour = 60 * 60 * 1_000;
const maxBatchSize = 500;
/** A request that is this recent usually becomes a room without anyone having to act. */
const patienceMs = 10 * 60_000;
const keptMs = 7 * 24 * hour;

/**
 * Emails each teacher about the classes in the next hours that have students and no room. A failure
 * for one teacher doesn't affect the others.
 * @throws the first failure, after all teachers have been tried.
 */
export async function noticeMissingRooms(context: Context): Promise<void> {
  const batch = startBatch(context);
  for (const notice of notices) {
    const found = await findClasses(context.db, notice);
    for (const [teacherId, list] of Map.groupBy(found, (each) => each.teacherId)) {
      await batch.attempt({ teacherId }, () =>
        context.db.transaction(async (tx) => {
          const fresh = await recordNotices(tx, list, notice);
          if (fresh.length > 0) await mailMissingRooms(context, tx, teacherId, fresh);
        }),
      );
    }
  }
  await context.db
    .delete(missingRoomNotices)
    .where(lt(missingRoomNotices.startsAt, new Date(Date.now() - keptMs)));
  batch.end();
}

function findClasses(db: Db, { hours, until }: Notice): Promise<RoomlessClass[]> {
  const now = Date.now();
  const recently = new Date(now - patienceMs);
  return db
    .select({
      id: classes.id,
      teacherId: classes.teacherId,
      courseId: classes.courseId,
      courseTitle: courses.title,
      startsAt: classes.startsAt,
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(
      and(
        eq(classes.status, "scheduled"),
        gt(classes.startsAt, new Date(now + until * hour)),
        lte(classes.startsAt, new Date(now + hours * hour)),
        hasStudents(db),
        lacksRoom(db),
        notExists(
          db
            .select({ id: meetingRequests.id })
            .from(meetingRequests)
            .where(
              and(
                eq(meetingRequests.classId, classes.id),
                isNull(meetingRequests.canceledAt),
                gt(meetingRequests.createdAt, recently),
              ),
            ),
        ),
        notExists(
          db
            .select({ id: missingRoomNotices.classId })
            .from(missingRoomNotices)
            .where(
              and(
                eq(missingRoomNotices.classId, classes.id),
                eq(missingRoomNotices.startsAt, classes.startsAt),
                // A teacher who got the notice two hours before the class doesn't need the one from
                // the day before.
                or(eq(missingRoomNotices.hours, hours), lt(missingRoomNotices.hours, hours)),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(classes.startsAt), asc(classes.id))
    .limit(maxBatchSize);
}

/** @returns the classes whose notice no other process has recorded. */
async function recordNotices(
  tx: Db,
  list: readonly RoomlessClass[],
  { hours }: Notice,
): Promise<RoomlessClass[]> {
  const recorded = await tx
    .insert(missingRoomNotices)
    .values(list.map(({ id, startsAt }) => ({ classId: id, startsAt, hours, sentAt: new Date() })))
    .onConflictDoNothing()
    .returning({ id: missingRoomNotices.classId });
  const ids = new Set(recorded.map(({ id }) => id));
  return list.filter(({ id }) => ids.has(id));
}
