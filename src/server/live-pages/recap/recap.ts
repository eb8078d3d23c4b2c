/** The recap of a class: what was read, for everyone who was enrolled. */
import { and, asc, eq, ne, type SQL } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { LivePageRecap } from "#lib/live-pages/live-pages.responses.ts";
import { findNextVerses } from "#lib/recitations/next-verses.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import { wasMemberBetween } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { livePageVerses } from "../../db/tables/live-pages.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { readLessonsBetween, readPassages } from "../../recitations/read-lessons.ts";
import { earlyMs } from "../class-span.ts";
import { toVerse } from "../stored-page.ts";

const texts = getTexts("livePages");

interface ReadVerse {
  verse: number;
  firstAt: Date;
  lastAt: Date;
}

/** A class, and the part of its recap that is the same for everyone. */
export interface ClassRecap {
  courseId: string;
  teacherId: string;
  startsAt: Date;
  endsAt: Date;
  course: LivePageRecap["course"];
}

const recapColumns = {
  courseId: classes.courseId,
  teacherId: courses.teacherId,
  startsAt: classes.startsAt,
  endsAt: classes.endsAt,
  course: { _id: courses.id, title: courses.title, teacherName: profiles.name },
};

/** Undefined if the class doesn't exist or doesn't meet `condition`. */
export async function findClassRecap(
  db: Db,
  classId: string,
  condition?: SQL,
): Promise<ClassRecap | undefined> {
  const [found] = await db
    .select(recapColumns)
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(and(eq(classes.id, classId), ne(classes.status, "dropped"), condition));
  return found;
}

/**
 * The verses that were current during a class, and a student's own lessons. Students can read the
 * recaps of the classes for which they were enrolled then, whether or not they have left since.
 * @throws AppError `not_found` for everyone else.
 */
export async function findRecap(
  { db }: Context,
  { profile }: Actor,
  classId: string,
): Promise<LivePageRecap> {
  const found =
    profile && (await findClassRecap(db, classId, wasMemberBetween(profile.id, classes)));
  if (!found) throw new AppError("not_found", texts("missing"));
  const { course, startsAt, endsAt } = found;
  const [verses, own] = await Promise.all([
    readVerses(db, classId),
    profile.id === found.teacherId ? {} : readOwnLessons(db, found, profile.id),
  ]);
  return {
    course,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    passages: toPassages(verses),
    verses: verses.map(({ verse, firstAt }) => ({
      verse: toVerse(verse),
      at: firstAt.toISOString(),
    })),
    ...own,
  };
}

/** The passages that the class read, in the order in which they were first read. */
export async function readPassagesOfClass(
  db: Db,
  classId: string,
): Promise<LivePageRecap["passages"]> {
  return toPassages(await readVerses(db, classId));
}

/** In the order in which they were first read. */
function readVerses(db: Db, classId: string): Promise<ReadVerse[]> {
  return db
    .select({
      verse: livePageVerses.verse,
      firstAt: livePageVerses.firstAt,
      lastAt: livePageVerses.lastAt,
    })
    .from(livePageVerses)
    .where(eq(livePageVerses.classId, classId))
    .orderBy(asc(livePageVerses.firstAt), asc(livePageVerses.verse));
}

/** The student's lessons in a class, and where the next ones begin. */
export async function readOwnLessons(
  db: Db,
  { courseId, startsAt, endsAt }: ClassRecap,
  studentId: string,
): Promise<Required<Pick<LivePageRecap, "lessons">> & Pick<LivePageRecap, "next">> {
  const key = { courseId, studentId };
  const recited = await readPassages(db, key);
  if (recited.length === 0) return { lessons: [] };
  const from = new Date(startsAt.getTime() - earlyMs);
  return {
    lessons: await readLessonsBetween(db, key, from, endsAt),
    next: findNextVerses(recited),
  };
}

/** Merges consecutive verses into passages. */
function toPassages(verses: readonly ReadVerse[]): LivePageRecap["passages"] {
  const passages: { first: ReadVerse; last: ReadVerse }[] = [];
  for (const read of verses) {
    const latest = passages.at(-1);
    if (latest?.last.verse === read.verse - 1) latest.last = read;
    else passages.push({ first: read, last: read });
  }
  return passages.map(({ first, last }) => ({
    from: toVerse(first.verse),
    to: toVerse(last.verse),
    startedAt: first.firstAt.toISOString(),
    endedAt: last.lastAt.toISOString(),
  }));
}
