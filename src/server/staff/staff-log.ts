/** Reads the audit log. */
import { and, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { StaffLogEntry, StaffTableData } from "#lib/staff/staff.responses.ts";
import type { StaffLogQuery } from "#lib/staff/staff.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { cases } from "../db/tables/cases.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { staffActions } from "../db/tables/staff-actions.table.ts";
import type { StaffMember } from "./staff-actor.ts";
import { anywhere, readTablePage, readWholeTable } from "./staff-table.ts";

/** The people that actions are about. */
const subjects = alias(users, "subject");

/** One page of the log. Owners read all of it, others what they did. */
export const listStaffLog = (
  { db }: Context,
  staff: StaffMember,
  query: StaffLogQuery,
): Promise<StaffTableData<StaffLogEntry>> =>
  readTablePage(db, query, source(db, matches(staff, query)), toEntry);

/** The entries that match the query, for an export. */
export const exportStaffLog = ({ db }: Context, staff: StaffMember, query: StaffLogQuery) =>
  readWholeTable(query, source(db, matches(staff, query)), toEntry);

/** The latest actions about a subject, for the page that shows it. */
export async function listActionsAbout(
  db: Db,
  subjectId: string,
  limit = 50,
): Promise<StaffLogEntry[]> {
  const { rows, order, id } = source(db, eq(staffActions.subjectId, subjectId));
  return (await rows.orderBy(order, id).limit(limit)).map(toEntry);
}

const select = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      action: staffActions,
      name: users.name,
      subjectName: sql<string | null>`coalesce(${subjects.name}, ${courses.title}, ${cases.title})`,
    })
    .from(staffActions)
    .leftJoin(users, eq(users.id, staffActions.staffId))
    .leftJoin(subjects, eq(subjects.id, staffActions.subjectId))
    .leftJoin(courses, eq(courses.id, staffActions.subjectId))
    .leftJoin(cases, eq(cases.id, staffActions.subjectId))
    .where(condition)
    .$dynamic();

const source = (db: Db, condition: SQL | undefined) => ({
  rows: select(db, condition),
  sortable: { at: staffActions.createdAt, kind: staffActions.kind },
  order: desc(staffActions.createdAt),
  id: desc(staffActions.id),
});

const toEntry = ({
  action,
  name,
  subjectName,
}: Awaited<ReturnType<typeof select>>[number]): StaffLogEntry => ({
  _id: action.id,
  kind: action.kind,
  subjectKind: action.subjectKind,
  subjectId: action.subjectId,
  subjectName,
  reason: action.reason,
  by: name ?? action.doneBy,
  isCommand: action.staffId === null,
  details: action.details,
  at: action.createdAt.toISOString(),
});

function matches(staff: StaffMember, { search, kind }: StaffLogQuery): SQL | undefined {
  const own = staff.role === "owner" ? undefined : eq(staffActions.staffId, staff.userId);
  const found = search
    ? or(
        eq(staffActions.subjectId, search),
        ilike(staffActions.reason, anywhere(search)),
        ilike(sql`coalesce(${users.name}, ${staffActions.doneBy})`, anywhere(search)),
        ilike(staffActions.kind, anywhere(search)),
      )
    : undefined;
  return and(own, found, kind ? eq(staffActions.kind, kind) : undefined);
}
