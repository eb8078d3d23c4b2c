/** The recap of a class: what was read, for everyone who was enrolled. */
import { and, eq, gt, min, ne, type SQL } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { LivePageRecap } from "#lib/live-pages/live-pages.responses.ts";
import { findNextVerses } from "#lib/recitations/next-verses.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import { type Absence, listAbsences, wasMemberBetween } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { livePages, livePageVerses } from "../../db/tables/live-pages.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { readLessonsBetween, readPassages } from "../../recitations/read-lessons.ts";
import { earlyMs, lateMs } from "../class-span.ts";
import { toVerse } from "../stored-page.ts";
import { findWhatWasRead, type ReadPassage } from "./what-was-read.ts";

const texts = getTexts("livePages");

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
 * recaps of the classes for which they were enrolled then, whether or not they have left since. Those who
 * left during a class can read what the class had read until then, and after they enrolled again.
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
  const isTeacher = profile.id === found.teacherId;
  const absences = isTeacher ? [] : await listAbsences(db, profile.id, found.courseId);
  const [{ verses, passages }, own] = await Promise.all([
    readWhatWasRead(db, classId, absences),
    isTeacher ? {} : readOwnLessons(db, found, profile.id),
  ]);
  return {
    course,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    passages: passages.map(viewPassage),
    verses: verses.map(({ verse, at }) => ({ verse: toVerse(verse), at: at.toISOString() })),
    ...own,
  };
}

/**
 * The passages that the class read, in the order in which they were read, without what was only read
 * during these absences.
 */
export async function readPassagesOfClass(
  db: Db,
  classId: string,
  absences: readonly Absence[] = [],
): Promise<LivePageRecap["passages"]> {
  return (await readWhatWasRead(db, classId, absences)).passages.map(viewPassage);
}

async function readWhatWasRead(db: Db, classId: string, absences: readonly Absence[] = []) {
  const [shown, [page]] = await Promise.all([
    db.select().from(livePageVerses).where(eq(livePageVerses.classId, classId)),
    db.select({ stops: livePages.stops }).from(livePages).where(eq(livePages.classId, classId)),
  ]);
  return findWhatWasRead(shown, page?.stops ?? [], absences);
}

const viewPassage = ({ first, last, startedAt, endedAt }: ReadPassage) => ({
  from: toVerse(first),
  to: toVerse(last),
  startedAt: startedAt.toISOString(),
  endedAt: endedAt.toISOString(),
});

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
  const to = await findEndForLessons(db, { courseId, startsAt, endsAt });
  return {
    lessons: await readLessonsBetween(db, key, from, to),
    next: findNextVerses(recited),
  };
}

/**
 * The latest time at which a lesson still belongs to the class. A class may run late, but not into
 * the next class of its course.
 */
async function findEndForLessons(
  db: Db,
  { courseId, startsAt, endsAt }: Pick<ClassRecap, "courseId" | "startsAt" | "endsAt">,
): Promise<Date> {
  const [next] = await db
    .select({ startsAt: min(classes.startsAt) })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, courseId),
        eq(classes.status, "scheduled"),
        gt(classes.startsAt, startsAt),
      ),
    );
  const nextBegin = next?.startsAt ? next.startsAt.getTime() - earlyMs : Number.POSITIVE_INFINITY;
  return new Date(Math.max(endsAt.getTime(), Math.min(endsAt.getTime() + lateMs, nextBegin)));
}
