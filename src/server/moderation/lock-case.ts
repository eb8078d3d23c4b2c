import { and, eq, inArray } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { CaseRow } from "../cases/open-case.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { cases } from "../db/tables/cases.table.ts";
import { lockPayment } from "../payments/payment-rows.ts";
import { seenBy } from "../staff/case-deciders.ts";
import type { StaffMember } from "../staff/staff-actor.ts";

const t = getTexts("staffCases");

export const caseNotFound = () => new AppError("not_found", t("server.missing"));

/**
 * Locks the account that a case is about, so that all decisions about a person are made one after the
 * other. Call it before `lockCase`, because decisions on the person's page lock the account first.
 */
export async function lockPersonConcerned(tx: Db, caseId: string): Promise<void> {
  const concerned = tx.select({ id: cases.aboutUserId }).from(cases).where(eq(cases.id, caseId));
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, concerned))
    .for("no key update");
}

/**
 * Locks the payment that a case is about. Call it before `lockCase`, because refunds lock the payment
 * before they settle its case.
 */
export async function lockPaymentConcerned(tx: Db, caseId: string): Promise<void> {
  const [found] = await tx
    .select({ paymentId: cases.subjectId })
    .from(cases)
    .where(and(eq(cases.id, caseId), eq(cases.subjectKind, "payment")));
  if (found) await lockPayment(tx, found.paymentId);
}

/**
 * The case, locked until the transaction ends.
 * @throws AppError `not_found`, including for a case that the member of staff may not see.
 */
export async function lockCase(tx: Db, staff: StaffMember, caseId: string): Promise<CaseRow> {
  const [row] = await tx
    .select()
    .from(cases)
    .where(and(eq(cases.id, caseId), seenBy(tx, staff)))
    .for("update");
  if (!row) throw caseNotFound();
  return row;
}
