/** Lessons as the student, the teacher and a child's guardian read them. */
import { and, count, desc, eq, inArray, max, sql } from "drizzle-orm";
import { type Paging, pageFigures, readPaging } from "#lib/paging.ts";
import { describePassage, findNextVerse } from "#lib/quran.ts";
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

/** The same for who may read it for another reason. */
export async function readLog(db: Db, seat: Seat, paging: Paging): Promise<RecitationLog> {
  const [rows, [counted], next, chart] = await Promise.all([
    db
      .select()
      .from(recitations)
      .where(isOf(seat))
      .orderBy(...latestFirst)
      .limit(paging.limit)
      .offset((paging.page - 1) * paging.limit),
    db.select({ total: count() }).from(recitations).where(isOf(seat)),
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
    ...pageFigures(counted?.total ?? 0, paging),
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

/** The two latest passages of each kind tell where it goes on. */
async function findNext(db: Db, key: SeatKey): Promise<NextVerses> {
  const ranked = db
    .select({
      kind: recitations.kind,
      first: recitations.firstVerse,
      last: recitations.lastVerse,
      place: sql<number>`row_number() over (
        partition by ${recitations.kind} order by ${sql.join([...latestFirst], sql`, `)}
      )`
        .mapWith(Number)
        .as("place"),
    })
    .from(recitations)
    .where(isOf(key))
    .as("ranked");
  const rows = await db
    .select()
    .from(ranked)
    .where(inArray(ranked.place, [1, 2]))
    .orderBy(ranked.place);
  const nextOf = (kind: RecitationKind) => findNextVerse(rows.filter((row) => row.kind === kind));
  const [sabaq, sabqi, manzil] = recitationKinds.map(nextOf);
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
