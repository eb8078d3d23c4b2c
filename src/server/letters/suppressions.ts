/** The addresses that get no letters, in the console. */
import { and, desc, eq, ilike, type SQL } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { SuppressionRow } from "#lib/letters/letters.responses.ts";
import type { SuppressionInput, SuppressionsQuery } from "#lib/letters/letters.ts";
import type { StaffTableData } from "#lib/staff/staff.responses.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { mailSuppressions } from "../db/tables/mail-suppressions.table.ts";
import { suppressAddress } from "../mail/suppressions.ts";
import { recordStaffAction } from "../staff/audit.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { anywhere, readTablePage, readWholeTable } from "../staff/staff-table.ts";

const t = getTexts("staffLetters");

export const listSuppressions = (
  { db }: Context,
  query: SuppressionsQuery,
): Promise<StaffTableData<SuppressionRow>> => readTablePage(db, query, tableOf(db, query), toRow);

/** All entries of a table, for an export. */
export const exportSuppressions = (
  { db }: Context,
  query: SuppressionsQuery,
): AsyncGenerator<SuppressionRow[]> => readWholeTable(db, query, tableOf(db, query), toRow);

const tableOf = (db: Db, query: SuppressionsQuery) => ({
  rows: db.select().from(mailSuppressions).where(matches(query)).$dynamic(),
  sortable: {
    email: mailSuppressions.email,
    reason: mailSuppressions.reason,
    created: mailSuppressions.createdAt,
  },
  order: desc(mailSuppressions.createdAt),
  key: mailSuppressions.id,
  id: desc(mailSuppressions.id),
});

const toRow = ({
  id,
  createdAt,
  ...row
}: typeof mailSuppressions.$inferSelect): SuppressionRow => ({
  _id: id,
  ...row,
  createdAt: createdAt.toISOString(),
});

const matches = ({ search, reason }: SuppressionsQuery): SQL | undefined =>
  and(
    search ? ilike(mailSuppressions.email, anywhere(search)) : undefined,
    reason && eq(mailSuppressions.reason, reason),
  );

/** The log names the entry and not the address, because its entries can't be deleted. */
export async function addSuppression(
  { db }: Context,
  staff: StaffMember,
  input: SuppressionInput,
): Promise<void> {
  await db.transaction(async (tx) => {
    const subjectId = await suppressAddress(tx, input);
    if (!subjectId) throw new AppError("conflict", t("server.alreadySuppressed"));
    await recordStaffAction(tx, staff, {
      kind: "suppress-address",
      subjectKind: "suppression",
      subjectId,
      reason: "",
      details: { reason: input.reason },
    });
  });
}

/** @throws AppError `not_found`. */
export async function removeSuppression(
  { db }: Context,
  staff: StaffMember,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(mailSuppressions)
      .where(eq(mailSuppressions.id, id))
      .returning({ reason: mailSuppressions.reason });
    if (!removed) throw new AppError("not_found", t("server.notSuppressed"));
    await recordStaffAction(tx, staff, {
      kind: "release-address",
      subjectKind: "suppression",
      subjectId: id,
      reason: "",
      details: { reason: removed.reason },
    });
  });
}
