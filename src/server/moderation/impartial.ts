/** Keeps staff from handling cases in which they have an interest. */
import { and, eq, inArray, or } from "drizzle-orm";
import { pendingStatuses } from "#lib/cases/cases.rules.ts";
import { AppError } from "#lib/errors.ts";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/translate.ts";
import { findGuardians, listInterested } from "../cases/interests.ts";
import type { CaseRow } from "../cases/open-case.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { caseReports, cases } from "../db/tables/cases.table.ts";
import { caseWorkers, deciders } from "../staff/case-deciders.ts";
import { forOneself, hasOthers, requireNotOneself } from "../staff/own-affairs.ts";
import type { StaffMember } from "../staff/staff-actor.ts";

const t = getTexts("staffCases");

/**
 * Those who have reported the subject see the case, and don't handle it as long as someone else can. Those
 * who have another interest in it don't even see it then.
 * @param roles who could handle it instead, besides owners.
 * @throws AppError `forbidden`.
 */
export async function requireImpartial(
  tx: Db,
  staff: StaffMember,
  row: CaseRow,
  roles: readonly StaffRole[],
): Promise<void> {
  await requireNotOneself(tx, staff, await listPartial(tx, row), roles);
}

/** What a member of staff must leave to others in a case, as long as there are others. */
export interface LeftToOthers {
  /** The appeal against the person's own decision. */
  isOwnDecision: boolean;
  /** The decision, because the person has reported the subject or has another interest in it. */
  leavesDecision: boolean;
  /** Emails and closing, for the same reason. */
  leavesAnswers: boolean;
}

/**
 * After an appeal, someone else decides than the person who made the first decision, unless a small team
 * has nobody else.
 */
export async function findLeftToOthers(
  db: Db,
  staff: StaffMember,
  row: CaseRow,
): Promise<LeftToOthers> {
  const partial = await listPartial(db, row);
  const first = row.appealedAt && !row.appealDecidedAt ? row.decidedById : null;
  const isOwnDecision = first === staff.userId && (await hasOthers(db, staff, deciders, partial));
  if (!partial.includes(staff.userId)) {
    return { isOwnDecision, leavesDecision: false, leavesAnswers: false };
  }
  const excluded = first === null ? partial : [...partial, first];
  const isAbout = row.aboutUserId === staff.userId;
  return {
    isOwnDecision,
    leavesDecision: isAbout || (await hasOthers(db, staff, deciders, excluded)),
    leavesAnswers: await hasOthers(db, staff, caseWorkers, partial),
  };
}

/** @throws AppError `forbidden` for those who must leave the decision to others. */
export async function requireDecider(tx: Db, staff: StaffMember, row: CaseRow): Promise<void> {
  const { isOwnDecision, leavesDecision } = await findLeftToOthers(tx, staff, row);
  if (isOwnDecision) throw new AppError("forbidden", t("server.ownDecision"));
  if (leavesDecision) throw forOneself();
}

/**
 * Call it before staff decide about a person without a case. Otherwise someone who may not decide a case
 * about the person, or one that the person has reported, could warn, suspend or reinstate the person all
 * the same. The person's guardians may not decide either.
 * @param suspensionCaseId the case of the suspension that staff move or end, which is decided already.
 * @throws AppError `forbidden` for those people, as long as someone else can decide.
 */
export async function requireImpartialAbout(
  tx: Db,
  staff: StaffMember,
  userId: string,
  suspensionCaseId?: string,
): Promise<void> {
  const reported = tx
    .select({ id: caseReports.caseId })
    .from(caseReports)
    .innerJoin(users, isReporter)
    .where(eq(users.id, userId));
  const isPendingCase = and(
    inArray(cases.status, [...pendingStatuses]),
    or(eq(cases.aboutUserId, userId), inArray(cases.id, reported)),
  );
  const isOfSuspension = suspensionCaseId ? eq(cases.id, suspensionCaseId) : undefined;
  const rows = await tx.select().from(cases).where(or(isPendingCase, isOfSuspension));
  const concerned = new Set(await findGuardians(tx, [userId]));
  for (const row of rows) {
    for (const each of await listPartial(tx, row)) concerned.add(each);
  }
  await requireNotOneself(tx, staff, [...concerned], deciders);
}

/**
 * Guardians report without an account. If they have one, its address is the confirmed one that the report
 * names. Addresses that visitors have typed prove nothing.
 */
const isReporter = or(
  eq(users.id, caseReports.reporterId),
  and(eq(caseReports.reporter, "guardian"), eq(users.email, caseReports.email)),
);

/** The accounts of the people who have an interest in the case. */
async function listPartial(
  tx: Db,
  { id, ...row }: Pick<CaseRow, "id" | "aboutUserId" | "interestedIds">,
): Promise<string[]> {
  const reporters = await tx
    .selectDistinct({ userId: users.id })
    .from(caseReports)
    .innerJoin(users, isReporter)
    .where(eq(caseReports.caseId, id));
  return [...(await listInterested(tx, row)), ...reporters.map(({ userId }) => userId)];
}
