import { eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { CaseRow } from "../cases/open-case.ts";
import type { Db } from "../db/connection.ts";
import { cases } from "../db/tables/cases.table.ts";

const t = getTexts("staffCases");

export const caseNotFound = () => new AppError("not_found", t("server.missing"));

/** The case, locked until the transaction ends. @throws AppError `not_found`. */
export async function lockCase(tx: Db, caseId: string): Promise<CaseRow> {
  const [row] = await tx.select().from(cases).where(eq(cases.id, caseId)).for("update");
  if (!row) throw caseNotFound();
  return row;
}
