import { and, count, eq, gt, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { dayOfNumber } from "#lib/time/time.ts";
import type { TrialLesson } from "#lib/trials/trials.responses.ts";
import {
  type BookTrialInput,
  findTrialTime,
  maxUpcomingTrials,
  trialMessages,
} from "#lib/trials/trials.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { findBrokenConstraint } from "../db/failures.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles, timeSlots } from "../db/tables/people.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";
import { lockTeacherTimes } from "../db/teacher-times.ts";
import { transact } from "../db/transact.ts";
import { checkGuardian } from "../guardians/check-guardian.ts";
import { pageTags } from "../pages-tags.ts";
import { isReachable } from "../public-person.ts";
import { requireMayTeach } from "../vetting/permissions.ts";
import { selectTrials } from "./trial.view.ts";
import { requestRoom } from "./trial-room.ts";
import { readBusyTimes } from "./trial-times.ts";
import { mailTrial } from "./trials.mails.ts";

/** Limited because every booking and every cancellation emails two people. */
const bookingLimit = { name: "trials", points: 10, duration: 60 * 60 };

/** Messages for constraint violations, which occur when two concurrent calls conflict. */
const refusals: Record<string, "taken" | "once" | "busy"> = {
  trial_lessons_slot: "taken",
  trial_lessons_once: "once",
  trial_lessons_student_overlap: "busy",
};

/**
 * Books a free trial lesson for the acting student at the slot's next occurrence that gives the
 * teacher enough notice and doesn't overlap with a class. The slot is booked until the lesson has
 * ended. Both people get an email with a calendar event.
 *
 * @throws AppError `forbidden` for anyone but students; `not_found` for missing slots;
 * `invalid_input` for a child without a guardian; `conflict` if the teacher offers no trial
 * lessons, the slot is taken, it overlaps with classes, the time isn't the one that the student
 * saw, or the student has too many trial lessons; `rate_limited`.
 */
export async function bookTrial(
  context: Context,
  actor: Actor,
  input: BookTrialInput,
): Promise<TrialLesson> {
  const { profile } = requireStudent(actor, trialMessages.studentsOnly);
  await context.limits.consume(bookingLimit, profile.id);
  const { id, teacherId } = await transact(context.db, (tx) =>
    book(context, tx, profile.id, input),
  ).catch((error: unknown) => {
    const refusal = refusals[findBrokenConstraint(error) ?? ""];
    throw refusal ? new AppError("conflict", trialMessages[refusal]) : error;
  });
  await context.purgePages([pageTags.teacher(teacherId)]);
  const [lesson] = await selectTrials(context.db, eq(trialLessons.id, id));
  if (!lesson) throw new Error("The lesson was not stored");
  return lesson;
}

async function book(context: Context, tx: Db, studentId: string, input: BookTrialInput) {
  const student = await lockPerson(tx, studentId);
  if (!student) throw new AppError("forbidden", trialMessages.studentsOnly);
  checkGuardian(student);
  // Concurrent calls by one student are serialized here; those by two students, by the teacher's
  // lock below.
  await lockTeacherTimes(tx, studentId);
  await requireFewTrials(tx, studentId);
  const { slotId, note } = input;
  const place = await findOpenPlace(tx, input);
  await requireMayTeach(context, tx, { teacherId: place.teacherId, studentId });
  const [lesson] = await tx
    .insert(trialLessons)
    .values({ ...place, studentId, slotId, note: note || null })
    .returning();
  if (!lesson) throw new Error("The lesson was not stored");
  await tx.update(timeSlots).set({ isBooked: true }).where(eq(timeSlots.id, slotId));
  await mailTrial(context, tx, await requestRoom(context, tx, lesson));
  return lesson;
}

/** The teacher of the slot and the time of the lesson. Locks the slot. */
async function findOpenPlace(tx: Db, { slotId, startTime }: BookTrialInput) {
  const [requestedSlot] = await tx
    .select({ teacherId: timeSlots.teacherId })
    .from(timeSlots)
    .where(eq(timeSlots.id, slotId));
  if (!requestedSlot) throw new AppError("not_found", trialMessages.noSlot);
  // Prevents a class from being scheduled at this time by a concurrent request.
  await lockTeacherTimes(tx, requestedSlot.teacherId);
  const [slot] = await tx.select().from(timeSlots).where(eq(timeSlots.id, slotId)).for("update");
  const teacher = slot && (await lockPerson(tx, slot.teacherId));
  if (!slot || !teacher) throw new AppError("not_found", trialMessages.noSlot);
  if (!teacher.offersTrials) throw new AppError("conflict", trialMessages.notOffered);
  if (slot.isBooked) throw new AppError("conflict", trialMessages.taken);
  const weekly = {
    day: dayOfNumber(slot.day),
    startTime: slot.startTime.slice(0, 5),
    endTime: slot.endTime.slice(0, 5),
  };
  const now = new Date();
  const time = findTrialTime(
    weekly,
    teacher.timeZone,
    now,
    await readBusyTimes(tx, teacher.id, now),
  );
  if (!time) throw new AppError("conflict", trialMessages.inClass);
  if (startTime !== undefined && Date.parse(startTime) !== time.startsAt.getTime()) {
    throw new AppError("conflict", trialMessages.moved);
  }
  return { teacherId: teacher.id, ...time };
}

/**
 * Finds a person whose account is neither deleted nor suspended. The lock prevents both until the
 * transaction ends.
 */
async function lockPerson(tx: Db, profileId: string) {
  const [row] = await tx
    .select({ profile: profiles })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, profileId), isReachable()))
    .for("share", { of: users });
  return row?.profile;
}

async function requireFewTrials(tx: Db, studentId: string): Promise<void> {
  const [row] = await tx
    .select({ before: sql<number>`${count()}`.mapWith(Number) })
    .from(trialLessons)
    .where(
      and(
        eq(trialLessons.studentId, studentId),
        eq(trialLessons.status, "booked"),
        gt(trialLessons.endsAt, new Date()),
      ),
    );
  if ((row?.before ?? 0) >= maxUpcomingTrials) {
    throw new AppError("conflict", trialMessages.tooMany);
  }
}
