/** Reads the audit log. */
import { and, desc, eq, ilike, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { defaultLanguage } from "#lib/languages.ts";
import type { StaffLogEntry, StaffTableData } from "#lib/staff/staff.responses.ts";
import type { StaffLogQuery } from "#lib/staff/staff.ts";
import type { StaffActionKind } from "#lib/staff/staff-actions.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { cases } from "../db/tables/cases.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { letterTexts } from "../db/tables/letters.table.ts";
import { refunds } from "../db/tables/refunds.table.ts";
import { staffActions } from "../db/tables/staff-actions.table.ts";
import { seenBy } from "./case-deciders.ts";
import type { StaffMember } from "./staff-actor.ts";
import { anywhere, readTablePage, readWholeTable } from "./staff-table.ts";

/** The people that actions are about. */
const subjects = alias(users, "subject");

/**
 * One page of the log. Owners read all of it except what is about a case that they may not see.
 * Others read only their own actions.
 */
export const listStaffLog = (
  { db }: Context,
  staff: StaffMember,
  query: StaffLogQuery,
): Promise<StaffTableData<StaffLogEntry>> =>
  readTablePage(db, query, source(db, matches(db, staff, query)), toEntry);

/** The entries that match the query, for an export. */
export async function* exportStaffLog(
  { db }: Context,
  staff: StaffMember,
  query: StaffLogQuery,
): AsyncGenerator<StaffLogEntry[]> {
  yield* readWholeTable(db, query, source(db, matches(db, staff, query)), toEntry);
}

/** The longest list of actions on the page of what they are about. */
const maxListed = 50;

/** The latest actions about one or several subjects, for the page that shows them. */
export async function listActionsAbout(
  db: Db,
  subjectIds: string | string[],
): Promise<StaffLogEntry[]> {
  return readLatest(db, inArray(staffActions.subjectId, [subjectIds].flat()), maxListed);
}

/**
 * Matches decisions in cases that also refunded a payment. They are refunds for everyone who looks for
 * them, because a decision and its refund have one entry.
 */
const isRefundByDecision: SQL = sql`(${staffActions.kind} = 'decide-case' and ${staffActions.details} ->> 'refundId' is not null)`;

/**
 * The latest actions about a payment, and the decisions that refunded it in cases that the member of
 * staff may see. The request of such a refund has the ID of the case.
 */
export async function listActionsAboutPayment(
  db: Db,
  staff: StaffMember,
  paymentId: string,
): Promise<StaffLogEntry[]> {
  const ownCases = db
    .select({ id: refunds.requestId })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), isNotNull(refunds.requestId)));
  const isRefund = and(
    isRefundByDecision,
    inArray(staffActions.subjectId, ownCases),
    seenBy(db, staff),
  );
  return readLatest(db, or(eq(staffActions.subjectId, paymentId), isRefund), maxListed);
}

/**
 * The latest actions about a person, and the decisions in cases about the person that the member of
 * staff may see.
 */
export async function listActionsAboutPerson(
  db: Db,
  staff: StaffMember,
  userId: string,
): Promise<StaffLogEntry[]> {
  const isDecision = inCasesAbout(db, staff, userId);
  return readLatest(db, or(eq(staffActions.subjectId, userId), isDecision), maxListed);
}

/** Matches decisions in the cases about a person that the member of staff may see. */
function inCasesAbout(db: Db, staff: StaffMember, userId: string): SQL | undefined {
  const ownCases = db
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.aboutUserId, userId), seenBy(db, staff)));
  return and(eq(staffActions.kind, "decide-case"), inArray(staffActions.subjectId, ownCases));
}

/** Decisions about a person, besides those in cases. */
const personDecisions: StaffActionKind[] = [
  "suspend-person",
  "change-suspension",
  "reinstate-person",
  "warn-person",
];

/**
 * The ID of the latest decision about a person that the member of staff may see. Other actions, such as
 * viewing the site as the person, don't change what staff decide. Null if there is none, or the
 * person is unknown.
 */
export async function findLatestAction(
  db: Db,
  staff: StaffMember,
  userId: string | null,
): Promise<string | null> {
  if (userId === null) return null;
  const isOfPerson = and(
    eq(staffActions.subjectId, userId),
    inArray(staffActions.kind, personDecisions),
  );
  const isDecision = or(isOfPerson, inCasesAbout(db, staff, userId));
  const [latest] = await readLatest(db, isDecision, 1);
  return latest?._id ?? null;
}

async function readLatest(
  db: Db,
  condition: SQL | undefined,
  limit: number,
): Promise<StaffLogEntry[]> {
  const { rows, order, id } = source(db, condition);
  return (await rows.orderBy(order, id).limit(limit)).map(toEntry);
}

/** The list of letters names them by their English subject, too. */
const isEnglishSubject = and(
  eq(letterTexts.letterId, staffActions.subjectId),
  eq(letterTexts.language, defaultLanguage),
);

const select = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      action: staffActions,
      name: users.name,
      subjectName: sql<
        string | null
      >`coalesce(${subjects.name}, ${courses.title}, ${cases.title}, nullif(${letterTexts.subject}, ''))`,
    })
    .from(staffActions)
    .leftJoin(users, eq(users.id, staffActions.staffId))
    .leftJoin(subjects, eq(subjects.id, staffActions.subjectId))
    .leftJoin(courses, eq(courses.id, staffActions.subjectId))
    .leftJoin(cases, eq(cases.id, staffActions.subjectId))
    .leftJoin(letterTexts, isEnglishSubject)
    .where(condition)
    .$dynamic();

const source = (db: Db, condition: SQL | undefined) => ({
  rows: select(db, condition),
  sortable: { at: staffActions.createdAt, kind: staffActions.kind },
  order: desc(staffActions.createdAt),
  key: staffActions.id,
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

function matches(db: Db, staff: StaffMember, { search, kind }: StaffLogQuery): SQL | undefined {
  const isOwn = eq(staffActions.staffId, staff.userId);
  const read = staff.role === "owner" ? seenBy(db, staff) : isOwn;
  const found = search
    ? or(
        eq(staffActions.subjectId, search),
        // What a case was about.
        eq(sql`${staffActions.details} ->> 'subjectId'`, search),
        ilike(staffActions.reason, anywhere(search)),
        ilike(sql`coalesce(${users.name}, ${staffActions.doneBy})`, anywhere(search)),
        ilike(staffActions.kind, anywhere(search)),
        refundKind.includes(search.toLowerCase()) ? isRefundByDecision : undefined,
      )
    : undefined;
  return and(read, found, kind ? isOfKind(kind) : undefined);
}

const refundKind: StaffActionKind = "refund-payment";

const isOfKind = (kind: StaffActionKind): SQL | undefined =>
  or(eq(staffActions.kind, kind), kind === refundKind ? isRefundByDecision : undefined);
