/** Reads the audit log. */
import { and, count, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { StaffLogEntry, StaffTableData } from "#lib/staff/staff.responses.ts";
import { type StaffLogQuery, staffPageSize } from "#lib/staff/staff.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { staffActions } from "../db/tables/staff-actions.table.ts";
import type { StaffMember } from "./staff-actor.ts";
import { anywhere, maxExportedRows, pageOffset, toOrder, toTablePage } from "./staff-table.ts";

/** The people that actions are about. */
const subjects = alias(users, "subject");

const sortable = { at: staffActions.createdAt, kind: staffActions.kind };

/** One page of the log. Owners read all of it, others what they did. */
export async function listStaffLog(
  { db }: Context,
  staff: StaffMember,
  query: StaffLogQuery,
): Promise<StaffTableData<StaffLogEntry>> {
  const [all] = await db
    .select({ total: count() })
    .from(staffActions)
    .leftJoin(users, eq(users.id, staffActions.staffId))
    .where(matches(staff, query));
  const rows = await readEntries(db, staff, query, staffPageSize, pageOffset(query.page));
  return toTablePage(rows, all?.total ?? 0, query.page);
}

/** The entries that match the query, for an export. */
export const exportStaffLog = ({ db }: Context, staff: StaffMember, query: StaffLogQuery) =>
  readEntries(db, staff, query, maxExportedRows, 0);

/** The latest actions about a subject, for the page that shows it. */
export function listActionsAbout(db: Db, subjectId: string, limit = 50): Promise<StaffLogEntry[]> {
  return selectEntries(db, eq(staffActions.subjectId, subjectId), newestFirst, limit, 0);
}

const newestFirst = desc(staffActions.createdAt);

function readEntries(
  db: Db,
  staff: StaffMember,
  query: StaffLogQuery,
  limit: number,
  offset: number,
): Promise<StaffLogEntry[]> {
  const order = toOrder(query.sort, sortable, newestFirst);
  return selectEntries(db, matches(staff, query), order, limit, offset);
}

async function selectEntries(
  db: Db,
  condition: SQL | undefined,
  order: SQL,
  limit: number,
  offset: number,
): Promise<StaffLogEntry[]> {
  const rows = await db
    .select({
      action: staffActions,
      name: users.name,
      subjectName: sql<string | null>`coalesce(${subjects.name}, ${courses.title})`,
    })
    .from(staffActions)
    .leftJoin(users, eq(users.id, staffActions.staffId))
    .leftJoin(subjects, eq(subjects.id, staffActions.subjectId))
    .leftJoin(courses, eq(courses.id, staffActions.subjectId))
    .where(condition)
    .orderBy(order, desc(staffActions.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ action, name, subjectName }) => ({
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
  }));
}

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
