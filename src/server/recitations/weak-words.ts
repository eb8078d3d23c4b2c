/** The weak words of a passage, for the student and for the teacher who listens. */
import { and, desc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Passage } from "#lib/quran/quran.ts";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import type { StoredMarkedWord } from "#lib/recitations/marked-words.rules.ts";
import { proposeKind } from "#lib/recitations/propose-kind.ts";
import type { PassagePreparation, WeakWord } from "#lib/recitations/recitations.responses.ts";
import { type PassageQuery, recitationMessages } from "#lib/recitations/recitations.ts";
import type { AssessedPassage } from "#lib/recitations/verse-marks.ts";
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
 * course count, because teachers can't see other teachers' records.
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
  const [{ observed: lessons }, recited] = await Promise.all([
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

/**
 * The maximum number of lessons of a passage that are read: more than ten years with three lessons
 * a day. A student can have thousands in each course, and each can have hundreds of marked words.
 */
const maxLessons = 10_000;
/**
 * How many of the latest of these lessons determine which words are weak, and the maximum number of
 * their marks.
 */
const observed = { lessons: 500, words: 5_000 } as const;

interface PassageLessons {
  /** The lessons that contain verses of the passage, oldest first. */
  lessons: AssessedPassage[];
  /** The latest of these lessons, with their marked words. */
  observed: ObservedLesson[];
}

/** Reads the lessons that contain verses of a passage in one query, however many there are. */
export async function readObservedLessons(
  db: Db,
  which: SQL | undefined,
  passage: Passage,
): Promise<PassageLessons> {
  const latestFirst = [
    desc(recitations.heardAt),
    desc(recitations.createdAt),
    desc(recitations.id),
  ];
  const latest = db
    .select({
      kind: recitations.kind,
      first: recitations.firstVerse,
      last: recitations.lastVerse,
      heardAt: recitations.heardAt,
      mistakes: recitations.mistakes,
      markedWords: recitations.markedWords,
      clientId: recitations.clientId,
      /** 1 for the latest lesson. */
      place: sql<number>`row_number() over (order by ${sql.join(latestFirst, sql`, `)})`.as(
        "place",
      ),
    })
    .from(recitations)
    .where(
      and(
        which,
        lte(recitations.firstVerse, passage.last),
        gte(recitations.lastVerse, passage.first),
      ),
    )
    .orderBy(...latestFirst)
    .limit(maxLessons)
    .as("latest");
  const { markedWords, place } = latest;
  // Large lists are stored outside the row. Because of this condition, only those that count are
  // read from the disk.
  const words = sql`case when ${place} <= ${observed.lessons} then jsonb_array_length(${markedWords}) else 0 end`;
  const isObserved = sql`${place} <= ${observed.lessons}
    and sum(${words}) over (order by ${place}) - ${words} < ${observed.words}`;
  const rows = await db
    .select({
      kind: latest.kind,
      first: latest.first,
      last: latest.last,
      heardAt: latest.heardAt,
      mistakes: latest.mistakes,
      clientId: latest.clientId,
      markedWords: sql<StoredMarkedWord[] | null>`case when ${isObserved} then ${markedWords} end`,
    })
    .from(latest)
    .orderBy(desc(place));
  return {
    lessons: rows,
    observed: rows.flatMap(({ clientId, markedWords: marked, ...lesson }) =>
      marked === null
        ? []
        : [{ ...lesson, markedWords: marked, isMarked: clientId !== null || marked.length > 0 }],
    ),
  };
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
