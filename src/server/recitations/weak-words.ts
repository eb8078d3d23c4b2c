/** The weak words of a passage, for the student and for the teacher who listens. */
import { and, asc, eq, gte, lte, type SQL } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Passage } from "#lib/quran/quran.ts";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import { proposeKind } from "#lib/recitations/propose-kind.ts";
import type { PassagePreparation, WeakWord } from "#lib/recitations/recitations.responses.ts";
import { type PassageQuery, recitationMessages } from "#lib/recitations/recitations.ts";
import { findWeakWords, type ObservedLesson } from "#lib/recitations/weak-words.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { recitations } from "../db/tables/recitations.table.ts";
import { readWordTexts } from "./marked-words.ts";
import { readPassages } from "./read-lessons.ts";
import { requireSeat, type SeatKey } from "./seat.ts";

/**
 * What the acting teacher needs to know before a student recites a passage. Only lessons of this
 * course count, because other teachers' records are not theirs to see.
 * @throws AppError `forbidden` for everyone but the course's teacher, and if the student isn't
 * enrolled.
 */
export async function preparePassage(
  { db }: Context,
  actor: Actor,
  key: SeatKey,
  query: PassageQuery,
): Promise<PassagePreparation> {
  const teacher = requireTeacher(actor);
  const seat = await requireSeat(db, teacher, key);
  if (seat.teacherId !== teacher.profile.id) {
    throw new AppError("forbidden", recitationMessages.notYours);
  }
  const passage = toNumbers(query);
  const inCourse = and(
    eq(recitations.courseId, seat.courseId),
    eq(recitations.studentId, seat.studentId),
  );
  const [lessons, recited] = await Promise.all([
    readObservedLessons(db, inCourse, passage),
    readPassages(db, seat),
  ]);
  return {
    timeZone: seat.timeZone,
    kind: proposeKind(recited, passage),
    weakWords: await viewWeakWords(lessons, passage),
  };
}

export function toNumbers({ from, to }: PassageQuery): Passage {
  const [first, last] = [numberOfKey(from), numberOfKey(to)];
  if (first === undefined || last === undefined) throw new RangeError(`No passage ${from}–${to}`);
  return { first, last };
}

/** The lessons that contain verses of a passage, oldest first. */
export async function readObservedLessons(db: Db, which: SQL | undefined, passage: Passage) {
  const rows = await db
    .select({
      kind: recitations.kind,
      first: recitations.firstVerse,
      last: recitations.lastVerse,
      heardAt: recitations.heardAt,
      mistakes: recitations.mistakes,
      markedWords: recitations.markedWords,
      clientId: recitations.clientId,
    })
    .from(recitations)
    .where(
      and(
        which,
        lte(recitations.firstVerse, passage.last),
        gte(recitations.lastVerse, passage.first),
      ),
    )
    .orderBy(asc(recitations.heardAt), asc(recitations.createdAt), asc(recitations.id));
  return rows.map(({ clientId, ...lesson }) => ({
    ...lesson,
    isMarked: clientId !== null || lesson.markedWords.length > 0,
  }));
}

export async function viewWeakWords(
  lessons: readonly ObservedLesson[],
  passage: Passage,
): Promise<WeakWord[]> {
  const words = findWeakWords(lessons, passage);
  const { addTexts } = await readWordTexts(words);
  return addTexts(words).map((word, index) => {
    const {
      markedAt = new Date(0),
      times = 0,
      remaining = 0,
      isFading = false,
    } = words[index] ?? {};
    return { ...word, markedAt: markedAt.toISOString(), times, remaining, isFading };
  });
}
