/** Reads lessons for the student, the teacher and a child's guardian. */
import { and, asc, desc, eq, gte, lt } from "drizzle-orm";
import { type Paging, pageFigures, readPaging } from "#lib/paging/paging.ts";
import { describePassage } from "#lib/quran/quran.ts";
import { findNextVerses } from "#lib/recitations/next-verses.ts";
import { drawChart, type RecitedPassage } from "#lib/recitations/quran-chart.ts";
import type { RecitationLog, RecitationView } from "#lib/recitations/recitations.responses.ts";
import { recitationsPageSize } from "#lib/recitations/recitations.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { recitations } from "../db/tables/recitations.table.ts";
import { readWordTexts, type WordTexts } from "./marked-words.ts";
import { requireSeat, type Seat, type SeatKey } from "./seat.ts";

type Row = typeof recitations.$inferSelect;

const isOf = ({ courseId, studentId }: SeatKey) =>
  and(eq(recitations.courseId, courseId), eq(recitations.studentId, studentId));

const latestFirst = [
  desc(recitations.heardAt),
  desc(recitations.createdAt),
  desc(recitations.id),
] as const;

/**
 * One page of a student's lessons in a course, with a summary of all of them, for that student and
 * the course's teacher.
 * @throws AppError `forbidden` for everyone else, whether or not the student has a seat.
 */
export async function findRecitations(
  context: Context,
  actor: Actor,
  key: SeatKey,
  query: { page?: string | undefined; limit?: string | undefined } = {},
): Promise<RecitationLog> {
  const seat = await requireSeat(context.db, actor, key);
  return readLog(context.db, seat, readPaging(query, recitationsPageSize));
}

/**
 * Like `findRecitations`, for callers that have checked the access themselves. Takes two queries,
 * however long the log is. Requests beyond the last page return the last page.
 */
export async function readLog(db: Db, seat: Seat, requested: Paging): Promise<RecitationLog> {
  const recited = await readPassages(db, seat);
  const { pages } = pageFigures(recited.length, requested);
  const paging = { ...requested, page: Math.max(1, Math.min(requested.page, pages)) };
  const rows = await db
    .select()
    .from(recitations)
    .where(isOf(seat))
    .orderBy(...latestFirst)
    .limit(paging.limit)
    .offset((paging.page - 1) * paging.limit);
  return {
    student: { _id: seat.studentId, name: seat.studentName },
    course: {
      _id: seat.courseId,
      title: seat.courseTitle,
      teacherName: seat.teacherName,
      timeZone: seat.timeZone,
    },
    lessons: await viewLessons(rows),
    next: findNextVerses(recited),
    chart: drawChart(recited),
    ...pageFigures(recited.length, paging),
  };
}

/**
 * All recited passages, latest first. The number of lessons in a log is limited, so this is too.
 */
export function readPassages(db: Db, key: SeatKey): Promise<RecitedPassage[]> {
  return db
    .select({
      kind: recitations.kind,
      first: recitations.firstVerse,
      last: recitations.lastVerse,
      heardAt: recitations.heardAt,
    })
    .from(recitations)
    .where(isOf(key))
    .orderBy(...latestFirst);
}

/**
 * Far more than a student recites in one class. A log can contain thousands of lessons for one day.
 */
const maxLessonsBetween = 40;
/** A single lesson can have 500. */
const maxMarksBetween = 2_000;

/**
 * The first lessons between two instants (the second one exclusive), in order, with at most 2,000
 * marked words in total.
 */
export async function readLessonsBetween(
  db: Db,
  key: SeatKey,
  from: Date,
  to: Date,
): Promise<RecitationView[]> {
  const rows = await db
    .select()
    .from(recitations)
    .where(and(isOf(key), gte(recitations.heardAt, from), lt(recitations.heardAt, to)))
    .orderBy(asc(recitations.heardAt), asc(recitations.createdAt), asc(recitations.id))
    .limit(maxLessonsBetween);
  let marks = 0;
  const shown = rows.filter(({ markedWords }) => {
    marks += markedWords.length;
    return marks <= maxMarksBetween;
  });
  return viewLessons(shown);
}

/** Lessons as the API returns them, with the texts of their marked words. */
export async function viewLessons(rows: readonly Row[]): Promise<RecitationView[]> {
  const texts = await readWordTexts(rows.flatMap(({ markedWords }) => markedWords));
  return rows.map((row) => toView(row, texts));
}

function toView(row: Row, { addTexts }: WordTexts): RecitationView {
  const passage = { first: row.firstVerse, last: row.lastVerse };
  return {
    _id: row.id,
    kind: row.kind,
    ...passage,
    passage: describePassage(passage),
    date: row.date,
    heardAt: row.heardAt.toISOString(),
    mistakes: row.mistakes,
    ...(row.note ? { note: row.note } : {}),
    ...(row.markedWords.length > 0 ? { markedWords: addTexts(row.markedWords) } : {}),
  };
}
