/** Lets staff end a suspension on the page of the suspended person. */
import { AppError } from "#lib/errors.ts";
import type { ReinstatementInput } from "#lib/suspensions/suspensions.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { caseNotes } from "../db/tables/cases.table.ts";
import { transact } from "../db/transact.ts";
import { recordStaffAction } from "../staff/audit.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { endSuspension, purgePagesOf } from "../suspensions/end-suspensions.ts";
import { lockPerson } from "../suspensions/suspend-person.ts";
import { findSuspensionCase } from "../suspensions/suspension-case.ts";
import { mailReinstated } from "../suspensions/suspensions.mails.ts";
import { requireImpartialAbout } from "./impartial.ts";

const t = getTexts("staffPeople");

/**
 * Ends a suspension before its date. The case of the suspension gets an entry in its history.
 * @throws AppError `not_found`; `forbidden` for those who have an interest in the suspension or in another
 * case of the person; `conflict` if there is no suspension, or another one than the page showed.
 */
export async function reinstatePerson(
  context: Context,
  staff: StaffMember,
  userId: string,
  { reason, seenSince }: ReinstatementInput,
): Promise<void> {
  const reinstated = await transact(context.db, async (tx) => {
    const person = await lockPerson(tx, userId);
    const caseId = await findSuspensionCase(tx, person);
    await requireImpartialAbout(tx, staff, userId, caseId);
    if (!(await endSuspension(context, tx, userId))) {
      throw new AppError("conflict", t("server.error.notSuspended"));
    }
    if (seenSince !== undefined && person.suspendedSince?.toISOString() !== seenSince) {
      throw new AppError("conflict", t("server.error.changed"));
    }
    if (caseId) {
      const note = { kind: "reinstated", authorId: staff.userId, text: reason } as const;
      await tx.insert(caseNotes).values({ caseId, ...note });
    }
    await recordStaffAction(tx, staff, {
      kind: "reinstate-person",
      subjectKind: "person",
      subjectId: userId,
      reason,
    });
    await mailReinstated(context, tx, person);
    return person;
  });
  await purgePagesOf(context, reinstated);
}
