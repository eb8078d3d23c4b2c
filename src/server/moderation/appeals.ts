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
import { caseNotes, cases } from "../db/tables/cases.table.ts";
import { transact } from "../db/transact.ts";

const t = getTexts("cases");

/** The decision that a link can appeal. Undefined if the link doesn't work anymore. */
export function findAppealable(
  context: Context,
  token: string,
): Promise<AppealableCase | undefined> {
  return openAppealLink(context, context.db, token);
}

/**
 * Reopens the case for another member of staff, once. The first decision stays in effect until the
 * appeal is decided.
 * @throws AppError `gone` if the link doesn't work, or was used already.
 */
export async function appealDecision(
  context: Context,
  token: string,
  { text }: AppealInput,
): Promise<void> {
  await transact(context.db, async (tx) => {
    const row = await lockAppealedCase(context, tx, token);
    if (!row) throw new AppError("gone", t("server.appeal.gone"));
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
