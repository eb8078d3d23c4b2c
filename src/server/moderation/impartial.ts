/** Keeps staff from handling cases in which they have an interest. */
import { and, eq, or } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/translate.ts";
import type { CaseRow } from "../cases/open-case.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { caseReports } from "../db/tables/cases.table.ts";
import { deciders } from "../staff/case-deciders.ts";
import { hasOthers, requireNotOneself } from "../staff/own-affairs.ts";
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

/**
 * After an appeal, someone else decides than the person who made the first decision, unless a small team
 * has nobody else.
 * @throws AppError `forbidden`.
 */
export async function requireDecider(tx: Db, staff: StaffMember, row: CaseRow): Promise<void> {
  const partial = await listPartial(tx, row);
  const first = row.appealedAt ? row.decidedById : null;
  if (first === staff.userId && (await hasOthers(tx, staff, deciders, partial))) {
    throw new AppError("forbidden", t("server.ownDecision"));
  }
  const excluded = first === null ? partial : [...partial, first];
  if (partial.includes(staff.userId)) await requireNotOneself(tx, staff, excluded, deciders);
}

/**
 * The accounts of the people who have an interest in the case. Guardians report without an account; if
 * they have one, its address is the confirmed one that the report names. Addresses that visitors have
 * typed prove nothing.
 */
async function listPartial(
  tx: Db,
  { id, aboutUserId, interestedIds }: Pick<CaseRow, "id" | "aboutUserId" | "interestedIds">,
): Promise<string[]> {
  const isReporter = or(
    eq(users.id, caseReports.reporterId),
    and(eq(caseReports.reporter, "guardian"), eq(users.email, caseReports.email)),
  );
  const reporters = await tx
    .selectDistinct({ userId: users.id })
    .from(caseReports)
    .innerJoin(users, isReporter)
    .where(eq(caseReports.caseId, id));
  const ids = [aboutUserId, ...interestedIds, ...reporters.map(({ userId }) => userId)];
  return ids.filter((each) => each !== null);
}
