/** Sending a letter, and pausing, continuing and stopping it. */
import { and, eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { defaultLanguage, languages } from "#lib/languages.ts";
import type { LetterStatus } from "#lib/letters/letters.rules.ts";
import type { SendLetterInput } from "#lib/letters/letters.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { letterDeliveries, letters } from "../db/tables/letters.table.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { readLetterTexts } from "./letter-texts.ts";
import { isWritten, type LetterTexts } from "./letters.mails.ts";
import { lockLetter, record, requireDraft } from "./letters.ts";
import { addRecipients, countRecipients } from "./recipients.ts";

const t = getTexts("staffLetters");

export const sendLettersJob = "letters";

/**
 * Starts sending a draft.
 * @throws AppError `not_found`; `conflict` if it was changed or sent in the meantime, or if it would
 * now go to another number of addresses than was confirmed; `invalid_input` if a text is incomplete.
 */
export async function sendLetter(
  context: Context,
  staff: StaffMember,
  id: string,
  { revision, recipients }: SendLetterInput,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const letter = await lockLetter(tx, id);
    requireDraft(letter, revision);
    requireComplete(await readLetterTexts(tx, id));
    const current = await countRecipients(tx, letter);
    if (current === 0) throw new AppError("conflict", t("server.nobody"));
    if (current !== recipients) {
      throw new AppError("conflict", t("server.otherNumber", { count: current }));
    }
    await addRecipients(tx, id, letter);
    await tx
      .update(letters)
      .set({ status: "sending", startedAt: new Date() })
      .where(eq(letters.id, id));
    await record(tx, staff, "send-letter", id, { recipients, revision });
    await context.jobs.send(tx, sendLettersJob, {});
  });
}

/** English is required. Other languages are complete, or empty and replaced by English. */
export function requireComplete(texts: LetterTexts): void {
  const fields = languages.flatMap((language) => {
    const text = texts[language];
    if (isWritten(text) || (text === undefined && language !== defaultLanguage)) return [];
    const message = t("server.incomplete");
    return (["subject", "body"] as const)
      .filter((part) => !text?.[part])
      .map((part) => ({ field: `texts.${language}.${part}`, message }));
  });
  const [first] = fields;
  if (first) throw new AppError("invalid_input", first.message, { fields });
}

const changes = {
  pause: { from: ["sending"], to: "paused", kind: "pause-letter" },
  continue: { from: ["paused"], to: "sending", kind: "continue-letter" },
  stop: { from: ["sending", "paused"], to: "stopped", kind: "stop-letter" },
} as const satisfies Record<
  string,
  { from: readonly LetterStatus[]; to: LetterStatus; kind: string }
>;
export type LetterChange = keyof typeof changes;
export const letterChanges = Object.keys(changes) as LetterChange[];

/**
 * When this returns, no more emails of a paused or stopped letter are sent, because an email that
 * is being sent locks the letter's row.
 * @throws AppError `not_found`; `conflict` if the letter isn't in a state to which this applies.
 */
export async function changeLetterStatus(
  context: Context,
  staff: StaffMember,
  id: string,
  change: LetterChange,
): Promise<void> {
  const { from, to, kind } = changes[change];
  await context.db.transaction(async (tx) => {
    const letter = await lockLetter(tx, id);
    if (!from.some((status) => status === letter.status)) {
      throw new AppError("conflict", t("server.otherStatus"));
    }
    await tx
      .update(letters)
      .set({
        status: to,
        pausedBecause: null,
        ...(to === "stopped" && { finishedAt: new Date() }),
      })
      .where(eq(letters.id, id));
    await record(tx, staff, kind, id, { before: letter.status });
    if (to === "sending") await context.jobs.send(tx, sendLettersJob, {});
  });
}

/**
 * Sends a letter again to those whose email may not have arrived. Some of them get it twice, so only
 * staff decide it. The emails keep their Message-IDs, so many mailboxes recognize a duplicate.
 * @throws AppError `not_found`; `conflict` if there are none, or the letter wasn't sent or was stopped.
 */
export async function resendUnconfirmed(
  context: Context,
  staff: StaffMember,
  id: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { status } = await lockLetter(tx, id);
    if (status === "draft" || status === "stopped") {
      throw new AppError("conflict", t("server.otherStatus"));
    }
    const again = await tx
      .update(letterDeliveries)
      .set({ status: "waiting", reason: null, claimedAt: null })
      .where(and(eq(letterDeliveries.letterId, id), eq(letterDeliveries.reason, "unconfirmed")))
      .returning({ id: letterDeliveries.id });
    if (again.length === 0) throw new AppError("conflict", t("server.otherStatus"));
    await record(tx, staff, "resend-letter", id, { recipients: again.length });
    if (status === "paused") return;
    await tx.update(letters).set({ status: "sending", finishedAt: null }).where(eq(letters.id, id));
    await context.jobs.send(tx, sendLettersJob, {});
  });
}
