/**
 * What staff do with a case besides deciding it: assign it, write notes and emails, and close it.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type {
  CaseAssignmentInput,
  CaseClosingInput,
  CaseNoteInput,
  CaseReplyInput,
} from "#lib/cases/case-input.ts";
import { isPending } from "#lib/cases/cases.rules.ts";
import { AppError } from "#lib/errors.ts";
import type { StaffActionKind } from "#lib/staff/staff-actions.ts";
import { getTexts } from "#translations/translate.ts";
import { mailConcerned, mailReporter } from "../cases/case-mail.ts";
import { questionMail, replyMail } from "../cases/cases.mails.ts";
import type { CaseRow } from "../cases/open-case.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { caseNotes, caseReports, cases } from "../db/tables/cases.table.ts";
import { transact } from "../db/transact.ts";
import { recordStaffAction } from "../staff/audit.ts";
import { caseWorkers } from "../staff/case-deciders.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { requireImpartial } from "./impartial.ts";
import { lockCase } from "./lock-case.ts";

const t = getTexts("staffCases");

/**
 * Changes a locked case, and records the change in the audit log. Nothing is recorded if `change`
 * returns undefined.
 */
function changeCase(
  { db }: Context,
  staff: StaffMember,
  caseId: string,
  kind: StaffActionKind,
  change: (tx: Db, row: CaseRow) => Promise<PgUpdateSetSource<typeof cases> | undefined>,
): Promise<void> {
  return transact(db, async (tx) => {
    const row = await lockCase(tx, staff, caseId);
    const changed = await change(tx, row);
    if (!changed) return;
    await tx
      .update(cases)
      .set({ ...changed, changedAt: new Date() })
      .where(eq(cases.id, caseId));
    const subject = { subjectKind: "case", subjectId: caseId } as const;
    await recordStaffAction(tx, staff, { kind, ...subject, reason: "" });
  });
}

/**
 * Whether the request was answered before. The locked case makes its repetitions wait for each other.
 * @throws AppError `conflict` if the earlier request was another one.
 */
async function isRepeated(
  tx: Db,
  { userId }: StaffMember,
  caseId: string,
  asked: Pick<typeof caseNotes.$inferSelect, "kind" | "recipient" | "text"> & { requestId: string },
): Promise<boolean> {
  const { kind, recipient, text } = caseNotes;
  const [earlier] = await tx
    .select({ kind, recipient, text })
    .from(caseNotes)
    .where(
      and(
        eq(caseNotes.caseId, caseId),
        eq(caseNotes.authorId, userId),
        eq(caseNotes.requestId, asked.requestId),
      ),
    )
    .limit(1);
  if (!earlier) return false;
  const isSame =
    earlier.kind === asked.kind &&
    earlier.recipient === asked.recipient &&
    earlier.text === asked.text;
  if (!isSame) throw new AppError("conflict", t("server.otherRequest"));
  return true;
}

/**
 * Assigns the case to the member of staff, or to nobody.
 * @throws AppError `conflict` if it isn't assigned to whom the member of staff has seen.
 */
export function assignCase(
  context: Context,
  staff: StaffMember,
  caseId: string,
  { assign, seenAssignee }: CaseAssignmentInput,
): Promise<void> {
  return changeCase(context, staff, caseId, "assign-case", async (tx, row) => {
    if (seenAssignee !== undefined && seenAssignee !== row.assigneeId) {
      throw new AppError("conflict", t("server.reassigned"));
    }
    const assigneeId = assign ? staff.userId : null;
    await tx.insert(caseNotes).values({
      caseId,
      kind: "assigned",
      authorId: staff.userId,
      text: assign ? "assigned" : "released",
    });
    return { assigneeId };
  });
}

/**
 * Adds an internal note, or an answer that arrived in the mailbox, once for each request. Only staff
 * read it.
 */
export function addNote(
  context: Context,
  staff: StaffMember,
  caseId: string,
  { kind, text, requestId }: CaseNoteInput,
): Promise<void> {
  return changeCase(context, staff, caseId, "note-on-case", async (tx, { status }) => {
    if (await isRepeated(tx, staff, caseId, { requestId, text, kind, recipient: null }))
      return undefined;
    await tx.insert(caseNotes).values({ caseId, kind, authorId: staff.userId, text, requestId });
    if (kind === "note") return {};
    return {
      version: sql`${cases.version} + 1`,
      ...(status === "waiting" && { status: "open" as const }),
    };
  });
}

/**
 * Emails everyone who reported, or the person concerned, once for each request. The case then waits
 * for an answer.
 * @throws AppError `conflict` if nobody can be emailed; `forbidden` for those who reported the subject.
 */
export function replyToCase(
  context: Context,
  staff: StaffMember,
  caseId: string,
  { to, text, requestId }: CaseReplyInput,
): Promise<void> {
  return changeCase(context, staff, caseId, "reply-to-case", async (tx, row) => {
    const asked = { requestId, text, kind: "sent", recipient: to } as const;
    if (await isRepeated(tx, staff, caseId, asked)) return undefined;
    await requireImpartial(tx, staff, row, caseWorkers);
    const before = await countSent(tx, caseId);
    const entry = { caseId, authorId: staff.userId, text, requestId };
    if (to === "person" && row.aboutUserId) {
      await mailConcerned(context, tx, row.aboutUserId, entry, () => questionMail(text));
    } else if (to === "reporter") {
      const reports = await tx
        .select()
        .from(caseReports)
        .where(and(eq(caseReports.caseId, caseId), isNull(caseReports.withdrawnAt)));
      const people = new Map(reports.map((each) => [each.reporterId ?? each.email, each]));
      for (const report of people.values()) {
        await mailReporter(context, tx, report, entry, () => replyMail(row, text));
      }
    }
    if ((await countSent(tx, caseId)) === before) {
      throw new AppError("conflict", t("server.noRecipient"));
    }
    return isPending(row.status) ? { status: "waiting" } : {};
  });
}

const countSent = (tx: Db, caseId: string): Promise<number> =>
  tx.$count(caseNotes, and(eq(caseNotes.caseId, caseId), eq(caseNotes.kind, "sent")));

/**
 * Closes a case that needs no decision, such as an answered question.
 * @throws AppError `conflict` if the case isn't pending, was appealed, or has changed since the staff
 * member read it: a report that nobody has read must not be closed; `forbidden` for those who reported it.
 */
export function closeCase(
  context: Context,
  staff: StaffMember,
  caseId: string,
  { version }: CaseClosingInput,
): Promise<void> {
  return changeCase(context, staff, caseId, "close-case", async (tx, row) => {
    if (!isPending(row.status) || row.appealedAt) {
      throw new AppError("conflict", t("server.notClosable"));
    }
    if (version !== undefined && row.version !== version) {
      throw new AppError("conflict", t("server.changed"));
    }
    await requireImpartial(tx, staff, row, caseWorkers);
    await tx.insert(caseNotes).values({ caseId, kind: "closed", authorId: staff.userId });
    return { status: "closed", closedAt: new Date() };
  });
}
