/** Logging and editing lessons as the teacher of their course. */
import { and, eq, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { withinPassage } from "#lib/recitations/marked-words.rules.ts";
import { recitationLimits } from "#lib/recitations/recitations.rules.ts";
import {
  markedWordMessages,
  type NewRecitationInput,
  type RecitationInput,
  recitationMessages,
  toPassage,
} from "#lib/recitations/recitations.ts";
import { type Actor, type ProfiledActor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { findBrokenConstraint } from "../db/failures.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { recitations } from "../db/tables/recitations.table.ts";
import { mailNote } from "./guardian.mails.ts";
import { findLessonTime } from "./lesson-time.ts";
import { requireWords } from "./marked-words.ts";
import { queueGuardianEmail } from "./queue-guardian-email.ts";
import { findLatestSeat, type SeatKey } from "./seat.ts";

/** After a full class, a teacher logs about forty lessons. */
const writeLimit = { name: "recitations", points: 600, duration: 60 * 60 };

const lessonNotFound = () => new AppError("not_found", recitationMessages.missing);
const twice = () => new AppError("conflict", recitationMessages.twice);

const tooFewMistakes = (marked: number) => {
  const message = markedWordMessages.tooFew(marked);
  return new AppError("invalid_input", message, { fields: [{ field: "mistakes", message }] });
};

const toRow = (input: RecitationInput) => {
  const { first, last } = toPassage(input);
  const { kind, date, mistakes, note } = input;
  return { kind, date, mistakes, note: note || null, firstVerse: first, lastVerse: last };
};

/**
 * Logs a lesson of a student in the acting teacher's course. Logging exactly the same lesson again,
 * or another one with the same `clientId`, returns the existing one, even if the student has left
 * since. A child's guardian is notified by email.
 * @throws AppError `forbidden` for everyone but the course's teacher, and if the student isn't
 * enrolled; `invalid_input`; `conflict` if the passage was already logged for that day with
 * different mistakes or notes, or the log is full; `rate_limited`.
 */
export async function logRecitation(
  context: Context,
  actor: Actor,
  key: SeatKey,
  input: NewRecitationInput,
): Promise<{ _id: string; isNew: boolean }> {
  const teacher = requireTeacher(actor);
  const seat = await findLatestSeat(context.db, key);
  if (seat?.teacherId !== teacher.profile.id) {
    throw new AppError("forbidden", recitationMessages.notYours);
  }
  await context.limits.consume(writeLimit, teacher.profile.id);
  const { clientId = null, markedWords = [] } = input;
  const row = { ...key, ...toRow(input), clientId, markedWords: await requireWords(markedWords) };
  return context.db.transaction(async (tx) => {
    const ofStudent = and(
      eq(recitations.courseId, key.courseId),
      eq(recitations.studentId, key.studentId),
    );
    const findMarked = async () => {
      if (clientId === null) return undefined;
      const [marked] = await tx
        .select({ _id: recitations.id })
        .from(recitations)
        .where(and(ofStudent, eq(recitations.clientId, clientId)));
      return marked && { ...marked, isNew: false };
    };
    const repeated = await findMarked();
    if (repeated) return repeated;
    if (!seat.isEnrolled) throw new AppError("forbidden", recitationMessages.notEnrolled);
    if ((await tx.$count(recitations, ofStudent)) >= recitationLimits.lessons) {
      throw new AppError("conflict", recitationMessages.full);
    }
    const heardAt = await findLessonTime(tx, seat, row.date, input.heardAt);
    // This must precede the lesson: its lock prevents an email that is being written from missing
    // the lesson.
    await queueGuardianEmail(context, tx, key);
    const [added] = await tx
      .insert(recitations)
      .values({ ...row, heardAt })
      .onConflictDoNothing()
      .returning({ id: recitations.id });
    if (added) return { _id: added.id, isNew: true };
    const stored = await findMarked();
    if (stored) return stored;
    const [known] = await tx
      .select()
      .from(recitations)
      .where(and(ofStudent, isSame(row), isNull(recitations.clientId)));
    if (!known || known.mistakes !== row.mistakes || known.note !== row.note) throw twice();
    return { _id: known.id, isNew: false };
  });
}

const isSame = (row: ReturnType<typeof toRow>) =>
  and(
    eq(recitations.kind, row.kind),
    eq(recitations.date, row.date),
    eq(recitations.firstVerse, row.firstVerse),
    eq(recitations.lastVerse, row.lastVerse),
  );

/**
 * Corrects a lesson. Its time stays the same unless the day changes. Marked words outside a
 * changed passage are removed.
 * @throws AppError `not_found` for missing lessons and for those of other teachers; `invalid_input`
 * and `conflict`, like `logRecitation`.
 */
export async function changeRecitation(
  context: Context,
  actor: Actor,
  id: string,
  input: RecitationInput,
): Promise<void> {
  const teacher = requireTeacher(actor);
  const row = toRow(input);
  const given = input.markedWords && (await requireWords(input.markedWords));
  try {
    await context.db.transaction(async (tx) => {
      const own = await lockOwnLesson(tx, teacher, id);
      const markedWords = given ?? withinPassage(own.markedWords, toPassage(input));
      if (row.mistakes < markedWords.length) throw tooFewMistakes(markedWords.length);
      const heardAt = row.date === own.date ? own.heardAt : await findLessonTime(tx, own, row.date);
      await tx
        .update(recitations)
        .set({ ...row, heardAt, markedWords })
        .where(eq(recitations.id, id));
      if (own.note !== row.note) await mailChangedNote(context, tx, own, row.note);
    });
  } catch (error) {
    throw findBrokenConstraint(error) === "recitations_once" ? twice() : error;
  }
}

/** @throws AppError `not_found` for missing lessons and for those of other teachers. */
export async function removeRecitation(context: Context, actor: Actor, id: string): Promise<void> {
  const teacher = requireTeacher(actor);
  await context.db.transaction(async (tx) => {
    const own = await lockOwnLesson(tx, teacher, id);
    await tx.delete(recitations).where(eq(recitations.id, id));
    if (own.note) await mailChangedNote(context, tx, own, null);
  });
}

/**
 * Emails a child's guardian a changed note, before and after, because the child may have read the
 * earlier text before the email about the lesson was sent, even if the child has left since.
 */
async function mailChangedNote(
  context: Context,
  tx: Db,
  lesson: SeatKey & { id: string; note: string | null },
  after: string | null,
): Promise<void> {
  const seat = await findLatestSeat(tx, lesson);
  if (!seat?.guardian) return;
  await mailNote(context, tx, seat, seat.guardian, {
    lessonId: lesson.id,
    before: lesson.note,
    after,
  });
}

async function lockOwnLesson(tx: Db, teacher: ProfiledActor, id: string) {
  const [lesson] = await tx
    .select({
      id: recitations.id,
      courseId: recitations.courseId,
      studentId: recitations.studentId,
      note: recitations.note,
      date: recitations.date,
      heardAt: recitations.heardAt,
      markedWords: recitations.markedWords,
      timeZone: profiles.timeZone,
    })
    .from(recitations)
    .innerJoin(courses, eq(courses.id, recitations.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(and(eq(recitations.id, id), isTeacherOf(teacher.profile.id)))
    .for("update", { of: recitations });
  if (!lesson) throw lessonNotFound();
  return lesson;
}
