/** Reading teachers, as other people see them and as they see themselves. */
import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import { pageFigures, readPaging } from "#lib/paging/paging.ts";
import type {
  ListedTeacher,
  OwnTeacher,
  TeacherDetail,
  TeacherList,
} from "#lib/people/people.responses.ts";
import { defaultPeopleLimit } from "#lib/people/people.ts";
import { defaultTeacherSort, type TeacherListQuery } from "#lib/people/teacher-filters.ts";
import type { Actor } from "../actor.ts";
import { readCourses } from "../catalog/course-list.ts";
import { isPublic } from "../catalog/course-visibility.ts";
import type { Context } from "../context.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { findShownIntroduction } from "../introductions/introductions.ts";
import { mapValidRows } from "../map-valid-rows.ts";
import { teacherNotFound } from "../profile-not-found.ts";
import { isReachable } from "../public-person.ts";
import { countPeople, matchingPeople, pageOfPeople } from "./profile-pages.ts";
import { teacherColumns, toListedTeacher, toOwnTeacher, toTeacher } from "./teacher.view.ts";
import { matchesTeacherQuery, teacherOrders } from "./teacher-search.ts";
import { readTimeSlots } from "./time-slots.ts";

/** How many languages the list of teachers offers as filters. */
const maxLanguages = 12;

/**
 * One page of the teachers that match the query, recommended ones first unless the query asks for
 * another order.
 */
export async function listTeachers(
  context: Context,
  _actor: Actor | undefined,
  query: TeacherListQuery = {},
): Promise<TeacherList> {
  const { db } = context;
  const paging = readPaging(query, defaultPeopleLimit);
  const order = teacherOrders[query.sort || defaultTeacherSort];
  const conditions = await matchesTeacherQuery(db, query);
  const fits = matchingPeople("teacher", undefined, ...conditions);
  const page = pageOfPeople(db, fits, paging, order);
  const [rows, total] = await Promise.all([
    db
      .select(teacherColumns({ publishedOnly: true }))
      .from(page)
      .innerJoin(profiles, eq(profiles.id, page.id))
      .innerJoin(users, eq(users.id, profiles.userId))
      .orderBy(asc(page.place)),
    countPeople(db, fits),
  ]);
  const teachers = mapValidRows(rows, toListedTeacher, {
    log: context.log,
    what: "teacher",
    idOf: ({ profile }) => profile.id,
  });
  return { teachers, ...pageFigures(total, paging) };
}

/** The most common languages of listed teachers, by BCP 47 code. */
export async function listTeacherLanguages({ db }: Pick<Context, "db">): Promise<string[]> {
  const spoken = sql<string>`unnest(${profiles.spokenLanguageCodes})`;
  const rows = await db
    .select({ code: spoken, teachers: count() })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(matchingPeople("teacher"))
    .groupBy(spoken)
    .orderBy(desc(count()), spoken)
    .limit(maxLanguages);
  return rows.map(({ code }) => code);
}

/**
 * A teacher and their published courses, or, for the teacher, the complete profile with all
 * courses.
 * @throws AppError `not_found` ("Teacher not found").
 */
export async function findTeacher(
  context: Context,
  actor: Actor | undefined,
  teacherId: string,
): Promise<TeacherDetail> {
  const { db } = context;
  const isOwner = actor?.profile?.id === teacherId;
  const [row, taught, slots, introduction] = await Promise.all([
    readTeacher(db, teacherId, !isOwner),
    readCourses(
      context,
      actor?.profile?.id ?? null,
      and(isTeacherOf(teacherId), isOwner ? undefined : isPublic),
    ),
    isOwner ? readTimeSlots(db, teacherId) : [],
    findShownIntroduction(db, teacherId),
  ]);
  return {
    ...(isOwner ? toOwnTeacher(row, slots) : toTeacher(row)),
    courses: taught,
    introduction,
  };
}

/**
 * The teacher, as shown in lists.
 * @throws AppError `not_found` ("Teacher not found").
 */
export async function findListedTeacher(db: Db, teacherId: string): Promise<ListedTeacher> {
  return toListedTeacher(await readTeacher(db, teacherId, true));
}

/** The given teachers whom everyone can find, as shown in lists, in any order. */
export async function readListedTeachers(
  { db, log }: Pick<Context, "db" | "log">,
  ids: readonly string[],
): Promise<ListedTeacher[]> {
  const rows = await db
    .select(teacherColumns({ publishedOnly: true }))
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(inArray(profiles.id, [...ids]), eq(profiles.role, "teacher"), isReachable()));
  return mapValidRows(rows, toListedTeacher, {
    log,
    what: "teacher",
    idOf: ({ profile }) => profile.id,
  });
}

/**
 * The complete profile, for its owner.
 * @throws AppError `not_found` ("Teacher not found").
 */
export async function findOwnTeacher(db: Db, teacherId: string): Promise<OwnTeacher> {
  const row = await readTeacher(db, teacherId, false);
  return toOwnTeacher(row, await readTimeSlots(db, teacherId));
}

async function readTeacher(db: Db, teacherId: string, publishedOnly: boolean) {
  const [row] = await db
    .select(teacherColumns({ publishedOnly }))
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, teacherId), eq(profiles.role, "teacher"), isReachable()));
  if (!row) throw teacherNotFound();
  return row;
}
