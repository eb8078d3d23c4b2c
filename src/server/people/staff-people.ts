/** People as staff see them: all of them in a list, and one with their history. */

import {
  and,
  asc,
  count,
  desc,
  eq,
  ilike,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { StaffPerson, StaffPersonRow } from "#lib/people/staff-people.responses.ts";
import type { StaffPeopleQuery } from "#lib/people/staff-people.ts";
import type { StaffTableData } from "#lib/staff/staff.responses.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { countAffected } from "../course-members/affected-students.ts";
import { isEnrolled, isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { sessions, users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { messages } from "../db/tables/messages.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { staffMembers } from "../db/tables/staff.table.ts";
import { sumPlanPayments } from "../plans/console/plan-payments.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { findLatestAction, listActionsAboutPerson } from "../staff/staff-log.ts";
import { anywhere, readTablePage, readWholeTable } from "../staff/staff-table.ts";

const t = getTexts("staffPeople");

/** The longest lists on a person's page. */
const maxListed = 50;

const shownName = sql<string>`coalesce(${profiles.name}, ${users.name})`;

const columns = {
  _id: users.id,
  name: shownName,
  email: users.email,
  role: profiles.role,
  staffRole: staffMembers.role,
  joinedAt: users.createdAt,
  suspendedUntil: users.suspendedUntil,
};

export const listStaffPeople = (
  { db }: Context,
  query: StaffPeopleQuery,
): Promise<StaffTableData<StaffPersonRow>> => readTablePage(db, query, source(db, query), toRow);

export const exportStaffPeople = ({ db }: Context, query: StaffPeopleQuery) =>
  readWholeTable(db, query, source(db, query), toRow);

const source = (db: Db, query: StaffPeopleQuery) => ({
  rows: db
    .select(columns)
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(staffMembers, eq(staffMembers.userId, users.id))
    .where(matches(query))
    .$dynamic(),
  sortable: { name: shownName, email: users.email, joined: users.createdAt },
  order: desc(users.createdAt),
  key: users.id,
  id: asc(users.id),
});

type Row = { [name in keyof typeof columns]: unknown } & {
  _id: string;
  name: string;
  email: string;
  role: StaffPersonRow["role"];
  staffRole: StaffPersonRow["staffRole"];
  joinedAt: Date;
  suspendedUntil: Date | null;
};

function toRow({ joinedAt, suspendedUntil, ...row }: Row): StaffPersonRow {
  return {
    ...row,
    joinedAt: joinedAt.toISOString(),
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
  };
}

function matches({ search, role, state }: StaffPeopleQuery): SQL | undefined {
  const folded = search ? foldForSearch(search) : "";
  const found = search
    ? or(
        eq(users.id, search),
        eq(profiles.id, search),
        ilike(users.email, anywhere(search)),
        ilike(users.name, anywhere(search)),
        folded === "" ? undefined : ilike(profiles.searchName, anywhere(folded)),
      )
    : undefined;
  const ofRole =
    role === undefined
      ? undefined
      : role === "none"
        ? isNull(profiles.role)
        : eq(profiles.role, role);
  const inState =
    state === undefined
      ? undefined
      : state === "suspended"
        ? isNotNull(users.suspendedAt)
        : isNull(users.suspendedAt);
  return and(isNull(users.deletedAt), found, ofRole, inState);
}

/**
 * A person with their history. The log entries include the decisions in cases about the person that
 * the member of staff may see.
 * @throws AppError `not_found`.
 */
export async function findStaffPerson(
  { db }: Context,
  staff: StaffMember,
  userId: string,
): Promise<StaffPerson> {
  const [row] = await db
    .select({
      ...columns,
      language: users.language,
      suspendedAt: users.suspendedAt,
      suspendedReason: users.suspendedReason,
      profileId: profiles.id,
      country: profiles.country,
      timeZone: profiles.timeZone,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(staffMembers, eq(staffMembers.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (!row) throw new AppError("not_found", t("server.error.noPerson"));
  const { suspendedAt, suspendedReason, ...person } = row;
  const id = row.profileId ?? "";
  const isStudent = row.role === "student";
  const [listedEnrollments, listedCourses, affected, listedSessions, paid, premium, written] =
    await Promise.all([
      isStudent ? listEnrollments(db, id) : [],
      row.role === "teacher" ? listCourses(db, id) : [],
      row.role === "teacher" ? countAffected(db, id) : null,
      listSessions(db, userId),
      sumPayments(db, isStudent ? eq(enrollments.studentId, id) : isTeacherOf(id)),
      sumPlanPayments(db, userId),
      db.$count(messages, eq(messages.authorId, id)),
    ]);
  return {
    ...toRow(person),
    language: row.language,
    profileId: row.profileId,
    country: row.country,
    timeZone: row.timeZone,
    suspension:
      suspendedAt && row.suspendedUntil
        ? {
            since: suspendedAt.toISOString(),
            until: row.suspendedUntil.toISOString(),
            reason: suspendedReason ?? "",
          }
        : null,
    payments: paid,
    premium,
    messages: written,
    enrollments: listedEnrollments,
    courses: listedCourses,
    affected,
    sessions: listedSessions,
    actions: await listActionsAboutPerson(db, staff, userId),
    latestAction: await findLatestAction(db, staff, userId),
  };
}

async function listEnrollments(db: Db, studentId: string): Promise<StaffPerson["enrollments"]> {
  const rows = await db
    .select({
      _id: enrollments.id,
      courseId: courses.id,
      title: courses.title,
      status: enrollments.status,
      amountCents: enrollments.amountCents,
      at: enrollments.createdAt,
    })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(eq(enrollments.studentId, studentId))
    .orderBy(desc(enrollments.createdAt))
    .limit(maxListed);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

async function listCourses(db: Db, teacherId: string): Promise<StaffPerson["courses"]> {
  const rows = await db
    .select({
      _id: courses.id,
      title: courses.title,
      status: courses.status,
      hiddenAt: courses.hiddenAt,
      students: db.$count(enrollments, and(eq(enrollments.courseId, courses.id), isEnrolled)),
    })
    .from(courses)
    .where(isTeacherOf(teacherId))
    .orderBy(desc(courses.createdAt))
    .limit(maxListed);
  return rows.map(({ hiddenAt, ...row }) => ({ ...row, isHidden: hiddenAt !== null }));
}

async function listSessions(db: Db, userId: string): Promise<StaffPerson["sessions"]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(10);
  return rows.map((session) => ({
    _id: session.id,
    userAgent: session.userAgent,
    startedAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    endedAt: findEnd(session)?.toISOString() ?? null,
  }));
}

function findEnd({ revokedAt, expiresAt }: typeof sessions.$inferSelect): Date | undefined {
  return revokedAt ?? (expiresAt.getTime() <= Date.now() ? expiresAt : undefined);
}

/**
 * Payments that were charged, and what was refunded of them.
 * @param whose a condition on the payment, its enrollment or its course.
 */
export async function sumPayments(db: Db, whose: SQL): Promise<StaffPerson["payments"]> {
  const [sums] = await db
    .select({
      count: count(),
      paidCents: sql<number>`coalesce(sum(${payments.amountCents}), 0)::int`,
      refundedCents: sql<number>`coalesce(sum(${payments.refundedCents}), 0)::int`,
    })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(and(whose, sql`${payments.status} in ('paid', 'refunding', 'refunded')`));
  return sums ?? { count: 0, paidCents: 0, refundedCents: 0 };
}
