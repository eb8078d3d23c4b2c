/** Lessons as the student, the teacher and a child's guardian read them. */
import { and, desc, eq, max, notBetween, type SQL } from "drizzle-orm";
import { type Paging, pageFigures, readPaging } from "#lib/paging.ts";
import {
  describePassage,
  findNextVerse,
  findSurah,
  passageOfSurah,
  verseOfNumber,
} from "#lib/quran.ts";
import { drawChart, type QuranChart } from "#lib/quran-chart.ts";
import type { NextVerses, RecitationLog, RecitationView } from "#lib/recitation-views.ts";
import { type RecitationKind, recitationKinds, recitationsPageSize } from "#lib/recitations.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { recitations } from "./recitations.table.ts";
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
 * One page of a student's lessons in a course with what they add up to, for that student and the
 * course's teacher.
 * @throws AppError `forbidden` for everybody else, whether there is such a seat or not.
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

/** The same for who may read it for another reason. Past the last page there is the last again. */
export async function readLog(db: Db, seat: Seat, asked: Paging): Promise<RecitationLog> {
  const total = await db.$count(recitations, isOf(seat));
  const { pages } = pageFigures(total, asked);
  const paging = { ...asked, page: Math.max(1, Math.min(asked.page, pages)) };
  const [rows, next, chart] = await Promise.all([
    db
      .select()
      .from(recitations)
      .where(isOf(seat))
      .orderBy(...latestFirst)
      .limit(paging.limit)
      .offset((paging.page - 1) * paging.limit),
    findNext(db, seat),
    readChart(db, seat),
  ]);
  return {
    student: { _id: seat.studentId, name: seat.studentName },
    course: {
      _id: seat.courseId,
      title: seat.courseTitle,
      teacherName: seat.teacherName,
      timeZone: seat.timeZone,
    },
    lessons: rows.map(toView),
    next,
    chart,
    ...pageFigures(total, paging),
  };
}

export function toView(row: Row): RecitationView {
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
  };
}

/** Each kind of lesson goes on by itself. */
async function findNext(db: Db, key: SeatKey): Promise<NextVerses> {
  const nextOf = async (kind: RecitationKind) => {
    const findLatest = async (besides?: SQL) => {
      const [latest] = await db
        .select({ first: recitations.firstVerse, last: recitations.lastVerse })
        .from(recitations)
        .where(and(isOf(key), eq(recitations.kind, kind), besides))
        .orderBy(...latestFirst)
        .limit(1);
      return latest;
    };
    const last = await findLatest();
    const surah = last && findSurah(verseOfNumber(last.first).surah);
    if (!surah) return findNextVerse(last);
    const own = passageOfSurah(surah);
    return findNextVerse(
      last,
      await findLatest(notBetween(recitations.firstVerse, own.first, own.last)),
    );
  };
  const [sabaq, sabqi, manzil] = await Promise.all(recitationKinds.map(nextOf));
  if (!sabaq || !sabqi || !manzil) throw new Error("A kind of lesson is missing");
  return { sabaq, sabqi, manzil };
}

/** Passages that were recited again and again count once, with the last time. */
async function readChart(db: Db, key: SeatKey): Promise<QuranChart> {
  const rows = await db
    .select({
      kind: recitations.kind,
      first: recitations.firstVerse,
      last: recitations.lastVerse,
      heardAt: max(recitations.heardAt),
    })
    .from(recitations)
    .where(isOf(key))
    .groupBy(recitations.kind, recitations.firstVerse, recitations.lastVerse);
  return drawChart(
    rows.map(({ heardAt, ...row }) => ({ ...row, heardAt: heardAt?.toISOString() ?? "" })),
  );
}
