/** What a class has read, for everyone who was enrolled. */
import { and, asc, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { LivePageRecap } from "#lib/live-pages/live-pages.responses.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { isMemberOf, isOrWasEnrolled } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { livePageVerses } from "../db/tables/live-pages.table.ts";
import { toVerse } from "./stored-page.ts";

const texts = getTexts("livePages");

interface ReadVerse {
  verse: number;
  firstAt: Date;
  lastAt: Date;
}

/**
 * The verses that were current during a class. Former students see those of the classes for which
 * they were enrolled.
 * @throws AppError `not_found` for everyone else.
 */
export async function findRecap(
  { db }: Context,
  actor: Actor,
  classId: string,
): Promise<LivePageRecap> {
  if (!(await wasInClass(db, actor, classId))) {
    throw new AppError("not_found", texts("missing"));
  }
  const verses = await db
    .select({
      verse: livePageVerses.verse,
      firstAt: livePageVerses.firstAt,
      lastAt: livePageVerses.lastAt,
    })
    .from(livePageVerses)
    .where(eq(livePageVerses.classId, classId))
    .orderBy(asc(livePageVerses.firstAt), asc(livePageVerses.verse));
  return {
    passages: toPassages(verses),
    verses: verses.map(({ verse, firstAt }) => ({
      verse: toVerse(verse),
      at: firstAt.toISOString(),
    })),
  };
}

async function wasInClass(db: Db, { profile }: Actor, classId: string): Promise<boolean> {
  if (!profile) return false;
  const wasEnrolled = sql`exists ${db
    .select({ one: sql`1` })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.courseId, classes.courseId),
        eq(enrollments.studentId, profile.id),
        isOrWasEnrolled("left", "refunded"),
        lt(enrollments.enrolledAt, classes.endsAt),
        or(isNull(enrollments.endedAt), gt(enrollments.endedAt, classes.startsAt)),
      ),
    )}`;
  const rows = await db
    .select({ id: classes.id })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(
      and(
        eq(classes.id, classId),
        ne(classes.status, "dropped"),
        or(isMemberOf(profile.id), wasEnrolled),
      ),
    );
  return rows.length > 0;
}

/** Joins verses that were read one after the other. */
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
