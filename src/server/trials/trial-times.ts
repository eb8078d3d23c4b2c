/**
 * The possible times of trial lessons: in open slots that don't overlap with the teacher's classes.
 */
import { and, eq, gt, lt } from "drizzle-orm";
import type { DatedTime } from "#lib/classes/classes.ts";
import type { TimeSlotView } from "#lib/people/people.responses.ts";
import { findTrialTime, type TrialTime, trialDaysAhead } from "#lib/trials/trials.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";

const day = 24 * 60 * 60 * 1000;

/** The teacher's classes in the weeks for which trial lessons can be booked. */
export function readBusyTimes(db: Db, teacherId: string, now: Date): Promise<DatedTime[]> {
  return db
    .select({ startsAt: classes.startsAt, endsAt: classes.endsAt })
    .from(classes)
    .where(
      and(
        eq(classes.teacherId, teacherId),
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, now),
        lt(classes.startsAt, new Date(now.getTime() + trialDaysAhead * day)),
      ),
    );
}

/** The next possible lesson of each open slot, ordered by start. */
export async function listTrialTimes(
  { db }: Context,
  teacher: { _id: string; timeZone: string },
  slots: readonly TimeSlotView[],
): Promise<TrialTime[]> {
  const now = new Date();
  const busy = await readBusyTimes(db, teacher._id, now);
  return slots
    .filter(({ isBooked }) => !isBooked)
    .flatMap((slot) => {
      const time = findTrialTime(slot, teacher.timeZone, now, busy);
      if (!time) return [];
      const minutes = (time.endsAt.getTime() - time.startsAt.getTime()) / 60_000;
      return [{ slotId: slot._id, start: time.startsAt.toISOString(), minutes }];
    })
    .sort((a, b) => a.start.localeCompare(b.start));
}
