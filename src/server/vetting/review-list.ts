/** The console's list of teachers to review. */
import { and, eq, gte, ilike, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { StaffTableData } from "#lib/staff/staff.responses.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import type { ListedVetting } from "#lib/vetting/vetting.responses.ts";
import { reminderDays, utcDate, type VettingView } from "#lib/vetting/vetting.rules.ts";
import type { VettingListQuery } from "#lib/vetting/vetting.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { vettingDocuments, vettings } from "../db/tables/vetting.table.ts";
import { anywhere, readTablePage, readWholeTable } from "../staff/staff-table.ts";

const dayMs = 24 * 60 * 60 * 1_000;

const columns = {
  _id: profiles.id,
  name: profiles.name,
  country: profiles.country,
  status: sql<ListedVetting["status"]>`coalesce(${vettings.status}, 'draft')`,
  verifiedUntil: vettings.verifiedUntil,
  isVerified: profiles.verified,
  submittedAt: vettings.submittedAt,
  documents: sql<number>`(
    select count(*) from ${vettingDocuments} document where document.teacher_id = ${profiles.id}
  )`.mapWith(Number),
  publishedCourses: sql<number>`(
    select count(*) from ${courses} course
    where course.teacher_id = ${profiles.id} and course.status = 'published'
  )`.mapWith(Number),
};

/** Teachers who have waited longest come first, then those whose verification ends first. */
const waitingOrder = sql`${vettings.submittedAt} asc nulls last, ${vettings.verifiedUntil} asc nulls last`;

const source = (db: Db, condition: SQL | undefined) => ({
  rows: db
    .select(columns)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .leftJoin(vettings, eq(vettings.teacherId, profiles.id))
    .where(and(isPresentTeacher, condition))
    .$dynamic(),
  sortable: {
    name: profiles.name,
    submittedAt: vettings.submittedAt,
    verifiedUntil: vettings.verifiedUntil,
  },
  order: waitingOrder,
  key: profiles.id,
  id: profiles.id,
});

type Row = Omit<ListedVetting, "submittedAt"> & { submittedAt: Date | null };

const toListed = ({ submittedAt, ...row }: Row): ListedVetting => ({
  ...row,
  submittedAt: submittedAt?.toISOString() ?? null,
});

/** One page of the teachers that match the query. */
export const listVettings = (
  { db }: Context,
  query: VettingListQuery,
): Promise<StaffTableData<ListedVetting>> =>
  readTablePage(db, query, source(db, matches(query)), toListed);

/** The teachers that match the query, for an export. */
export const exportVettings = ({ db }: Context, query: VettingListQuery) =>
  readWholeTable(db, query, source(db, matches(query)), toListed);

/** One teacher as in the list. Undefined if it is not found. */
export async function findListedVetting(
  db: Db,
  teacherId: string,
): Promise<ListedVetting | undefined> {
  const [found] = await source(db, eq(profiles.id, teacherId)).rows;
  return found && toListed(found);
}

const isPresentTeacher = and(eq(profiles.role, "teacher"), isNull(users.deletedAt));

function matches({ search, view }: VettingListQuery): SQL | undefined {
  return and(
    inView(view ?? "waiting"),
    search
      ? or(
          eq(profiles.id, search),
          ilike(profiles.searchName, anywhere(foldForSearch(search))),
          ilike(users.email, anywhere(search)),
        )
      : undefined,
  );
}

function inView(view: VettingView): SQL | undefined {
  const today = utcDate(new Date());
  switch (view) {
    case "waiting":
      return eq(vettings.status, "submitted");
    case "verified":
      return eq(profiles.verified, true);
    case "expiring": {
      const horizon = utcDate(new Date(Date.now() + Math.max(...reminderDays) * dayMs));
      return and(
        isNotNull(vettings.verifiedUntil),
        gte(vettings.verifiedUntil, today),
        lte(vettings.verifiedUntil, horizon),
        ne(vettings.status, "submitted"),
      );
    }
    case "all":
      return undefined;
    default:
      return eq(vettings.status, view);
  }
}
