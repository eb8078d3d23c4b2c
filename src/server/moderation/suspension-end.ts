/** Lets staff move the end of a suspension on the page of the suspended person. */
import { AppError } from "#lib/errors.ts";
import type { SuspensionEndInput } from "#lib/suspensions/suspensions.ts";
import { getTexts } from "#translations/translate.ts";
import { addDecisionNote } from "../cases/decision-note.ts";
import type { Context } from "../context.ts";
import { transact } from "../db/transact.ts";
import { recordStaffAction } from "../staff/audit.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { changeEnd } from "../suspensions/change-end.ts";
import { lockPerson } from "../suspensions/suspend-person.ts";
import { findSuspensionCase } from "../suspensions/suspension-case.ts";
import { mailEndChanged } from "../suspensions/suspensions.mails.ts";
import { requireImpartialAbout } from "./impartial.ts";
import { requireEnd } from "./outcomes.ts";

const t = getTexts("staffPeople");

/**
 * Moves the end of a suspension to an earlier or later date, and emails the person. The case of the
 * suspension gets an entry in its history, and its appeal still ends the suspension.
 *
 * @throws AppError `not_found`; `forbidden` for those who have an interest in the suspension or in another
 * case of the person; `invalid_input` for a date that isn't in the future; `conflict` if the
 * person isn't suspended, the date is the same, or someone else has moved it since it was read.
 */
export function changeSuspensionEnd(
  context: Context,
  staff: StaffMember,
  userId: string,
  { until, reason, seenUntil }: SuspensionEndInput,
): Promise<void> {
  const endsAt = requireEnd(until);
  return transact(context.db, async (tx) => {
    const person = await lockPerson(tx, userId);
    const { suspendedSince, suspendedUntil: before } = person;
    if (!suspendedSince || !before) throw new AppError("conflict", t("server.error.notSuspended"));
    const caseId = await findSuspensionCase(tx, person);
    await requireImpartialAbout(tx, staff, userId, caseId);
    if (before.toISOString() !== seenUntil) {
      throw new AppError("conflict", t("server.error.changed"));
    }
    if (!(await changeEnd(context, tx, person, endsAt))) {
      throw new AppError("conflict", t("server.error.sameEnd"));
    }
    if (caseId) {
      const decision = { outcome: "suspend", reason, until, staffId: staff.userId } as const;
      await addDecisionNote(tx, caseId, decision);
    }
    await recordStaffAction(tx, staff, {
      kind: "change-suspension",
      subjectKind: "person",
      subjectId: userId,
      reason,
      details: { until, before: before.toISOString() },
    });
    await mailEndChanged(context, tx, person, { endsAt, reason });
  });
}
