/** Appeals of the people concerned. */
import { eq, sql } from "drizzle-orm";
import type { AppealInput } from "#lib/cases/cases.ts";
import { AppError } from "#lib/errors.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { getTexts } from "#translations/translate.ts";
import { type AppealableCase, lockAppealedCase, openAppealLink } from "../cases/appeal-link.ts";
import { caseUrl } from "../cases/case-url.ts";
import { mailStaffAbout } from "../cases/mail-staff.ts";
import { appealedMail } from "../cases/staff.mails.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { caseNotes, cases } from "../db/tables/cases.table.ts";
import { transact } from "../db/transact.ts";
import { findHiddenCourse } from "./outcomes.ts";

const t = getTexts("cases");

/** The decision that a link can appeal. Undefined if the link doesn't work anymore. */
export async function findAppealable(
  context: Context,
  token: string,
): Promise<(AppealableCase & { applies: boolean }) | undefined> {
  const found = await openAppealLink(context, context.db, token);
  return found && { ...found, applies: await stillHides(context.db, found) };
}

/** False for the decision to hide a course that staff have shown again, or hidden for another reason. */
async function stillHides(db: Db, row: AppealableCase): Promise<boolean> {
  if (row.decision !== "hide-course") return true;
  const course = await findHiddenCourse(db, row);
  return course?.isHiddenByIt ?? false;
}

/**
 * Reopens the case for another member of staff, once. The first decision stays in effect until the
 * appeal is decided.
 * @throws AppError `gone` if the link doesn't work, was used already, or the decision no longer applies.
 */
export async function appealDecision(
  context: Context,
  token: string,
  { text }: AppealInput,
): Promise<void> {
  await transact(context.db, async (tx) => {
    const row = await lockAppealedCase(context, tx, token);
    if (!row) throw new AppError("gone", t("server.appeal.gone"));
    if (!(await stillHides(tx, row))) throw new AppError("gone", t("server.appeal.obsolete"));
    const now = new Date();
    await tx
      .update(cases)
      .set({
        status: "open",
        assigneeId: null,
        appealedAt: now,
        appealText: text,
        changedAt: now,
        version: sql`${cases.version} + 1`,
      })
      .where(eq(cases.id, row.id));
    await tx.insert(caseNotes).values({ caseId: row.id, kind: "appealed", text });
    const url = caseUrl(context.config, row.id);
    await mailStaffAbout(context, tx, row, [getSupportAddress()], (to) =>
      appealedMail(to, text, url),
    );
  });
}
