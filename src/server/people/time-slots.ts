/** A teacher's weekly availability. */

import { and, asc, eq, inArray } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { TimeSlotView } from "#lib/people/people.responses.ts";
import { findOverlap, type TimeSlotsInput, type WeeklyTime } from "#lib/people/people.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { nameDay } from "#lib/time/format-time.ts";
import { dayNumber, dayOfNumber } from "#lib/time/time.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles, timeSlots } from "../db/tables/people.table.ts";
import { lockTeacherTimes } from "../db/teacher-times.ts";
import { pageTags } from "../pages-tags.ts";
import { teacherNotFound } from "../profile-not-found.ts";
import { isReachable } from "../public-person.ts";

const t = getTexts("profileErrors");

/**
 * A teacher's slots, ordered by day and time.
 * @throws AppError `not_found`.
 */
export async function listTimeSlots(
  context: Context,
  _actor: Actor | undefined,
  teacherId: string,
): Promise<TimeSlotView[]> {
  const [teacher] = await context.db
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, teacherId), eq(profiles.role, "teacher"), isReachable()));
  if (!teacher) throw teacherNotFound();
  return readTimeSlots(context.db, teacherId);
}

/** A teacher's slots, ordered by day and time. */
export async function readTimeSlots(db: Db, teacherId: string): Promise<TimeSlotView[]> {
  const rows = await db
    .select()
    .from(timeSlots)
    .where(eq(timeSlots.teacherId, teacherId))
    .orderBy(asc(timeSlots.day), asc(timeSlots.startTime));
  return rows.map((row) => ({
    _id: row.id,
    day: dayOfNumber(row.day),
    startTime: row.startTime.slice(0, 5),
    endTime: row.endTime.slice(0, 5),
    isBooked: row.isBooked,
  }));
}

/**
 * Replaces the actor's slots with those in the input. Slots that are in both keep their bookings.
 * @throws AppError `forbidden` for everyone except that teacher; `conflict` if two slots overlap,
 * or a booked one is missing.
 */
export async function replaceTimeSlots(
  context: Context,
  actor: Actor,
  teacherId: string,
  input: TimeSlotsInput,
): Promise<TimeSlotView[]> {
  const { profile } = requireTeacher(actor);
  if (profile.id !== teacherId) {
    throw new AppError("forbidden", t("server.otherSlots"));
  }
  const wanted = input.availableTimeSlots;
  refuseOverlap(wanted);
  const slots = await context.db.transaction(async (tx) => {
    await lockTeacherTimes(tx, teacherId);
    const existing = await readTimeSlots(tx, teacherId);
    const wantedNames = new Set(wanted.map(nameSlot));
    const leaving = existing.filter((slot) => !wantedNames.has(nameSlot(slot)));
    const booked = leaving.find((slot) => slot.isBooked);
    if (booked) {
      throw refuseSlots(t("server.bookedSlot", { slot: describeSlot(booked) }));
    }
    if (leaving.length > 0) {
      const ids = leaving.map(({ _id }) => _id);
      await tx
        .delete(timeSlots)
        .where(and(eq(timeSlots.teacherId, teacherId), inArray(timeSlots.id, ids)));
    }
    const existingNames = new Set(existing.map(nameSlot));
    const coming = wanted.filter((slot) => !existingNames.has(nameSlot(slot)));
    if (coming.length > 0) {
      await tx.insert(timeSlots).values(
        coming.map(({ day, startTime, endTime }) => ({
          teacherId,
          day: dayNumber(day),
          startTime,
          endTime,
        })),
      );
    }
    return readTimeSlots(tx, teacherId);
  });
  await context.purgePages([pageTags.teachers, pageTags.teacher(teacherId)]);
  return slots;
}

function refuseOverlap(slots: readonly WeeklyTime[]): void {
  const overlap = findOverlap(slots);
  if (!overlap) return;
  const [first, second] = overlap;
  throw refuseSlots(
    t("server.overlap", { first: describeSlot(first), second: describeSlot(second) }),
  );
}

function refuseSlots(message: string): AppError {
  return new AppError("conflict", message, { fields: [{ field: "availableTimeSlots", message }] });
}

/** Identifies a slot: "Monday 09:00-10:00". */
function nameSlot({ day, startTime, endTime }: WeeklyTime): string {
  return `${day} ${startTime}-${endTime}`;
}

/** The slot in the language of the request. */
function describeSlot({ day, startTime, endTime }: WeeklyTime): string {
  const time = { start: startTime, end: endTime };
  return isolatedInRtl(t("server.slot", { day: nameDay(day), ...time }));
}
