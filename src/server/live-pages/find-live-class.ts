/** A class with its live page, for its members. */
import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { LivePageRole } from "#lib/live-pages/live-pages.rules.ts";
import type { Role } from "#lib/people/people.options.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";
import type { LiveClassFacts, StoredLivePage } from "../context.ts";
import { isMemberOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { prepareOnce } from "../db/prepared.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { emptyPage, pageJson, pageRow } from "./stored-page.ts";

const texts = getTexts("livePages");

export interface LiveClass extends LiveClassFacts {
  classId: string;
  hostId: string;
  viewer: { profileId: string; role: LivePageRole };
  page: StoredLivePage;
  /** Whether the page is already stored. Its first change stores it. */
  isStored: boolean;
}

const isInZoom = sql<boolean>`exists (
  select from ${meetings} where ${meetings.classId} = ${classes.id}
    and ${meetings.provider} = 'zoom' and ${meetings.status} <> 'cancelled'
)`;

const findClass = prepareOnce((db) =>
  db
    .select({
      courseId: classes.courseId,
      courseTitle: courses.title,
      startsAt: classes.startsAt,
      endsAt: classes.endsAt,
      status: classes.status,
      sequence: classes.sequence,
      isInZoom,
      host: { id: profiles.id, name: profiles.name, age: profiles.age },
      page: sql<StoredLivePage | null>`case when ${isNotNull(pageRow.classId)} then ${pageJson} end`,
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .leftJoin(pageRow, eq(pageRow.classId, classes.id))
    .where(
      and(
        eq(classes.id, sql.placeholder("classId")),
        ne(classes.status, "dropped"),
        isMemberOf(sql.placeholder("profileId")),
      ),
    )
    .prepare("find-live-class"),
);

/**
 * @throws AppError `not_found` for everyone who isn't in the class, or if the class doesn't exist.
 */
export async function findLiveClass(db: Db, actor: Actor, classId: string): Promise<LiveClass> {
  const profileId = actor.profile?.id;
  const [row] = profileId ? await findClass(db).execute({ classId, profileId }) : [];
  if (!profileId || !row) throw new AppError("not_found", texts("missing"));
  const { status, host, page, ...found } = row;
  const stored = page ?? emptyPage(classId, { ...host, role: "teacher" satisfies Role });
  return {
    classId,
    ...found,
    hostId: host.id,
    isCanceled: status === "cancelled",
    viewer: { profileId, role: findRole(stored, host.id, profileId) },
    page: stored,
    isStored: page !== null,
  };
}

/** @returns undefined if the class no longer takes place. */
export async function readClassFacts(db: Db, classId: string): Promise<LiveClassFacts | undefined> {
  const [row] = await db
    .select({
      courseId: classes.courseId,
      courseTitle: courses.title,
      startsAt: classes.startsAt,
      endsAt: classes.endsAt,
      sequence: classes.sequence,
      isInZoom,
      isCanceled: sql<boolean>`${classes.status} = 'cancelled'`,
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(and(eq(classes.id, classId), ne(classes.status, "dropped")));
  return row;
}

export function findRole(page: StoredLivePage, hostId: string, profileId: string): LivePageRole {
  if (profileId === hostId) return "host";
  return page.cohostIds.includes(profileId) ? "cohost" : "participant";
}
