/** Reporting messages. */
import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import { isUrgentCategory } from "#lib/cases/cases.rules.ts";
import { AppError } from "#lib/errors.ts";
import { defaultLanguage } from "#lib/languages.ts";
import type { ReportMessageInput } from "#lib/messages/messages.ts";
import { site } from "#lib/site/site.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireProfile } from "../actor.ts";
import { caseUrl } from "../cases/case-url.ts";
import { mailStaffAbout } from "../cases/mail-staff.ts";
import { openCase } from "../cases/open-case.ts";
import type { Context } from "../context.ts";
import { messageReports, messages } from "../db/tables/messages.table.ts";
import { isReadableBy } from "./participants.ts";

const t = getTexts("messages");

/** Limited because every report sends an email to staff. */
const reportLimit = { name: "message-reports", points: 20, duration: 60 * 60 };

/**
 * Reports a message to staff: opens a case with the message and its neighbors. Repeated reports by one
 * person have no effect, unless one says for the first time that a child is in danger. A deleted
 * message can be reported while its text is kept, and former students can report what they have read.
 * @throws AppError `not_found` for messages that the actor can't read; `forbidden` for the actor's
 * own messages; `rate_limited`.
 */
export async function reportMessage(
  context: Context,
  actor: Actor,
  messageId: string,
  { reason, category }: ReportMessageInput,
): Promise<void> {
  const person = requireProfile(actor);
  const noMessage = () => new AppError("not_found", t("server.noMessage"));
  const [message] = await context.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.id, messageId),
        or(isNull(messages.deletedAt), isNotNull(messages.deletedText)),
        isReadableBy(context.db, person.profile.id, { formerToo: true }),
      ),
    );
  if (!message) throw noMessage();
  if (message.authorId === person.profile.id) {
    throw new AppError("forbidden", t("server.ownMessage"));
  }
  const text = message.deletedText ?? message.text;
  await context.limits.consume(reportLimit, person.profile.id);
  await context.db.transaction(async (tx) => {
    const stored = await tx
      .insert(messageReports)
      .values({ messageId, reporterId: person.profile.id, reason, evidence: text })
      .onConflictDoNothing()
      .returning({ messageId: messageReports.messageId });
    const isFirst = stored.length > 0;
    if (!isFirst && !isUrgentCategory(category ?? null)) return;
    const opened = await openCase(context, tx, {
      subject: { kind: "message", id: messageId },
      category: category ?? null,
      details: reason,
      reporter: { kind: "member", userId: actor.userId },
    });
    if (!opened) throw noMessage();
    // On-call staff have already received an email about the case.
    if (!isFirst) return;
    const { caseId, aboutUserId, interestedIds } = opened;
    const row = { id: caseId, aboutUserId, interestedIds };
    await mailStaffAbout(context, tx, row, [getSupportAddress()], (to) => ({
      notice: {
        sender: person.profile.id,
        about: `report:${message.id}`,
        kind: "reported",
        lasting: true,
      },
      to,
      language: defaultLanguage,
      subject: "A message was reported",
      content: {
        recipientName: null,
        title: "A message was reported",
        preheader: "Please review it today.",
        paragraphs: [
          `${person.profile.id} reported message ${message.id} in conversation ${message.threadId}. It was written by ${message.authorId} at ${message.createdAt.toISOString()}.`,
          `Reason: ${reason === "" ? "none given" : reason}`,
          `Message${message.deletedAt ? " (deleted)" : ""}: ${text}`,
        ],
        action: { label: "Open the case", url: caseUrl(context.config, opened.caseId) },
        because: `this is the ${site.name} support address`,
      },
    }));
  });
}
