/**
 * Copies of children's conversations for guardians: an email with the new messages and a link to
 * the conversations.
 */

import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or } from "drizzle-orm";
import { digestAfterMinutes } from "#lib/messages/messages.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../../context.ts";
import { messages, threadStates } from "../../db/tables/messages.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import {
  findGuardianFields,
  findOrRequestGuardian,
  isChildProfile,
} from "../../guardians/guardian.ts";
import { extendMessageLink } from "../../guardians/message-links.ts";
import { childPageAction, mailGuardian } from "../../guardians/recipients.ts";
import { startBatch } from "../../jobs/batch.ts";
import { toMember } from "../../public-person.ts";
import { nameThreads } from "../digest.ts";
import { isReadableBy } from "../participants.ts";
import { advanceMark, findUnreadThreads, hasWaited, type UnreadThread } from "../unread.ts";

const t = getTexts("messages");

/** The limit of messages in one email. The next email contains the rest. */
const maxMessagesPerEmail = 100;

/**
 * Emails the guardians of all children who have new messages. A failure for one conversation
 * doesn't affect the others.
 * @throws the first failure, after all conversations have been tried.
 */
export async function mailGuardianCopies(context: Context): Promise<void> {
  const { db } = context;
  const children = db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(isChildProfile, isNotNull(profiles.parentGuardianContact)));
  const waiting = await findUnreadThreads(db, {
    marks: [threadStates.copiedSeq],
    ownToo: true,
    deletedToo: true,
    formerToo: true,
    only: (participantId) => inArray(participantId, children),
  });
  const batch = startBatch(context);
  for (const row of waiting) {
    if (!hasWaited(row, digestAfterMinutes)) continue;
    const { profileId, threadId } = row;
    await batch.attempt({ profileId, threadId }, () => mailCopy(context, row));
  }
  batch.end();
}

async function mailCopy(context: Context, row: UnreadThread): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [before] = await tx
      .select({ seq: threadStates.copiedSeq })
      .from(threadStates)
      .where(
        and(eq(threadStates.threadId, row.threadId), eq(threadStates.profileId, row.profileId)),
      )
      .for("update");
    const lines = await tx
      .select({
        seq: messages.seq,
        author: profiles,
        text: messages.text,
        deletedText: messages.deletedText,
      })
      .from(messages)
      .innerJoin(profiles, eq(profiles.id, messages.authorId))
      .where(
        and(
          eq(messages.threadId, row.threadId),
          gt(messages.seq, before?.seq ?? 0),
          lte(messages.seq, row.seq),
          or(isNull(messages.deletedAt), isNotNull(messages.deletedText)),
          isReadableBy(tx, row.profileId, { formerToo: true }),
        ),
      )
      .orderBy(asc(messages.seq))
      .limit(maxMessagesPerEmail);
    const seq = lines.at(-1)?.seq ?? row.seq;
    if (!(await advanceMark(tx, "copiedSeq", { ...row, seq }))) return;
    const guardianFields = await findGuardianFields(tx, row.profileId);
    const guardian = guardianFields && (await findOrRequestGuardian(context, tx, guardianFields));
    if (!guardian) return;
    const reader = { id: row.profileId, role: "student" as const };
    const url = await extendMessageLink(context, tx, guardian);
    const thread = (await nameThreads(tx, row.profileId, [row.threadId])).get(row.threadId);
    await mailGuardian(context, tx, guardian, () => {
      const child = isolatedInRtl(guardian.child);
      const conversation = isolatedInRtl(thread ?? "");
      const subject = t("mail.copy.subject", { child });
      return {
        // A conversation leads to at most one email per half hour. The notice limits emails about
        // many conversations.
        notice: {
          sender: row.profileId,
          about: `messages:${row.threadId}:${seq}`,
          kind: "written",
          lasting: true,
        },
        subject,
        content: {
          title: subject,
          preheader: t("mail.copy.preheader", { conversation }),
          paragraphs: [
            t("mail.copy.first", { child, conversation }),
            ...lines.map(({ author, text, deletedText }) => {
              const name = isolatedInRtl(toMember(author, reader).name);
              return deletedText === null
                ? t("mail.copy.line", { name, text })
                : t("mail.copy.deletedLine", { name, text: deletedText });
            }),
          ],
          facts: [{ name: t("mail.copy.conversation"), value: conversation }],
          ...childPageAction(guardian, url),
        },
      };
    });
  });
}
