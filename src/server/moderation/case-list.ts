/** The console's list of cases. */
import { and, desc, eq, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { CaseListQuery } from "#lib/cases/case-input.ts";
import type { ListedCase } from "#lib/cases/cases.responses.ts";
import { type CaseView, pendingStatuses } from "#lib/cases/cases.rules.ts";
import type { StaffTableData } from "#lib/staff/staff.responses.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { caseReports, cases } from "../db/tables/cases.table.ts";
import { seenBy } from "../staff/case-deciders.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { anywhere, readTablePage, readWholeTable } from "../staff/staff-table.ts";

const about = alias(users, "about");
const assignee = alias(users, "assignee");

/** Urgent cases first, and then those that have waited longest. */
const byUrgency = sql`${cases.urgent} desc, ${cases.openedAt} asc`;

/** One page of the cases that match the query. */
export const listCases = (
  { db }: Context,
  staff: StaffMember,
  query: CaseListQuery,
): Promise<StaffTableData<ListedCase>> =>
  readTablePage(db, query, source(db, matches(db, staff, query)), toListedCase);

/** The cases that match the query, for an export. */
export async function* exportCases(
  { db }: Context,
  staff: StaffMember,
  query: CaseListQuery,
): AsyncGenerator<ListedCase[]> {
  yield* readWholeTable(db, query, source(db, matches(db, staff, query)), toListedCase);
}

const columns = {
  row: cases,
  aboutName: about.name,
  assigneeName: assignee.name,
  reports: sql<number>`(
    select count(*) from ${caseReports} report
    where report.case_id = ${cases.id} and report.withdrawn_at is null
  )`.mapWith(Number),
};

const source = (db: Db, condition: SQL | undefined) => ({
  rows: db
    .select(columns)
    .from(cases)
    .leftJoin(about, eq(about.id, cases.aboutUserId))
    .leftJoin(assignee, eq(assignee.id, cases.assigneeId))
    .where(condition)
    .$dynamic(),
  sortable: { openedAt: cases.openedAt, changedAt: cases.changedAt, title: cases.title },
  order: byUrgency,
  key: cases.id,
  id: desc(cases.id),
});

/** The longest list of cases on the page of what they are about. */
const maxListed = 50;

/** The matching cases that a member of staff may see, newest first. */
export async function listSeenCases(
  db: Db,
  staff: StaffMember,
  condition: SQL | undefined,
): Promise<ListedCase[]> {
  const rows = await source(db, and(seenBy(db, staff), condition))
    .rows.orderBy(desc(cases.openedAt), desc(cases.id))
    .limit(maxListed);
  return rows.map(toListedCase);
}

/** One case as in the list. Undefined if it doesn't exist. */
export async function findListedCase(db: Db, caseId: string): Promise<ListedCase | undefined> {
  const [found] = await source(db, eq(cases.id, caseId)).rows;
  return found && toListedCase(found);
}

interface Row {
  row: typeof cases.$inferSelect;
  aboutName: string | null;
  assigneeName: string | null;
  reports: number;
}

function toListedCase({ row, aboutName, assigneeName, reports }: Row): ListedCase {
  const person = (userId: string | null, name: string | null) =>
    userId === null ? null : { userId, name: name ?? "" };
  return {
    _id: row.id,
    kind: row.kind,
    subjectKind: row.subjectKind,
    title: row.title,
    status: row.status,
    urgent: row.urgent,
    openedAt: row.openedAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    about: person(row.aboutUserId, aboutName),
    assignee: person(row.assigneeId, assigneeName),
    reports,
    isAppealed: row.appealedAt !== null && row.appealDecidedAt === null,
  };
}

function matches(
  db: Db,
  staff: StaffMember,
  { search, view, kind }: CaseListQuery,
): SQL | undefined {
  return and(
    seenBy(db, staff),
    inView(staff, view ?? "pending"),
    kind ? eq(cases.kind, kind) : undefined,
    search ? isFound(db, search) : undefined,
  );
}

function inView(staff: StaffMember, view: CaseView): SQL | undefined {
  const isPending = inArray(cases.status, [...pendingStatuses]);
  if (view === "all") return undefined;
  if (view === "mine") return and(isPending, eq(cases.assigneeId, staff.userId));
  if (view === "urgent") return and(isPending, cases.urgent);
  if (view === "appealed") {
    return and(isPending, isNotNull(cases.appealedAt), isNull(cases.appealDecidedAt));
  }
  return isPending;
}

/** Finds cases by number, title, subject, the person concerned, and what was reported. */
function isFound(db: Db, search: string): SQL | undefined {
  const pattern = anywhere(search);
  const reported = db
    .select({ id: caseReports.caseId })
    .from(caseReports)
    .where(
      or(
        ilike(caseReports.details, pattern),
        ilike(caseReports.name, pattern),
        eq(caseReports.email, search.toLowerCase()),
      ),
    );
  return or(
    eq(cases.id, search),
    eq(cases.subjectId, search),
    eq(cases.aboutUserId, search),
    ilike(cases.title, pattern),
    ilike(about.name, pattern),
    inArray(cases.id, reported),
  );
}
