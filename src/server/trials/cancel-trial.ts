/** Canceling trial lessons and ending past ones, both of which free the slot. */
import { and, eq, gt, inArray, lte, or } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Role } from "#lib/people/people.options.ts";
import { trialMessages } from "#lib/trials/trials.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { timeSlots } from "../db/tables/people.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";
import { pageTags } from "../pages-tags.ts";
import { releaseRoom } from "./trial-room.ts";
import { mailTrial } from "./trials.mails.ts";

type Lesson = typeof trialLessons.$inferSelect;

const ofPerson = (profileId: string) =>
  or(eq(trialLessons.teacherId, profileId), eq(trialLessons.studentId, profileId));

/**
 * Cancels an upcoming lesson, once, and notifies both people.
 * @throws AppError `not_found` for other people's lessons, and for past and canceled ones.
 */
export async function cancelTrial(context: Context, actor: Actor, lessonId: string): Promise<void> {
  const { profile } = requireProfile(actor);
  const lesson = await context.db.transaction(async (tx) => {
    const [own] = await tx
      .select()
      .from(trialLessons)
      .where(
        and(
          eq(trialLessons.id, lessonId),
          ofPerson(profile.id),
          eq(trialLessons.status, "booked"),
          gt(trialLessons.endsAt, new Date()),
        ),
      )
      .for("update");
    if (!own) throw new AppError("not_found", trialMessages.notFound);
    return cancel(context, tx, own, profile.role);
  });
  await context.purgePages([pageTags.teacher(lesson.teacherId)]);
}

/** Cancels all upcoming lessons of a person whose account is deleted. */
export async function cancelTrialsOf(
  context: Context,
  tx: Db,
  profile: { id: string; role: Role },
): Promise<void> {
  const lessons = await tx
    .select()
    .from(trialLessons)
    .where(and(ofPerson(profile.id), eq(trialLessons.status, "booked")))
    .orderBy(trialLessons.id)
    .for("update");
  for (const lesson of lessons) await cancel(context, tx, lesson, profile.role);
}

async function cancel(context: Context, tx: Db, lesson: Lesson, by: Role): Promise<Lesson> {
  const [canceled] = await tx
    .update(trialLessons)
    .set({
      status: "cancelled",
      cancelledBy: by,
      cancelledAt: new Date(),
      sequence: lesson.sequence + 1,
    })
    .where(eq(trialLessons.id, lesson.id))
    .returning();
  if (!canceled) throw new Error("The lesson no longer exists");
  await freeSlots(tx, [canceled]);
  await releaseRoom(context, tx, canceled);
  await mailTrial(context, tx, canceled);
  return canceled;
}

/** Ends the lessons whose time has passed, which makes their slots available again. */
export async function endPastTrials(context: Context): Promise<void> {
  const ended = await context.db.transaction(async (tx) => {
    const lessons = await tx
      .update(trialLessons)
      .set({ status: "over" })
      .where(and(eq(trialLessons.status, "booked"), lte(trialLessons.endsAt, new Date())))
      .returning();
    await freeSlots(tx, lessons);
    return lessons;
  });
  if (ended.length === 0) return;
  await context.purgePages(ended.map(({ teacherId }) => pageTags.teacher(teacherId)));
}

async function freeSlots(tx: Db, lessons: readonly Lesson[]): Promise<void> {
  const ids = lessons.flatMap(({ slotId }) => slotId ?? []);
  if (ids.length === 0) return;
  await tx.update(timeSlots).set({ isBooked: false }).where(inArray(timeSlots.id, ids));
}
