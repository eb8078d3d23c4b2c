/**
 * Guardians of children see what is written in their child's conversations: whatever is new is
 * mailed to the guardian's address. Contacts that are no e-mail address can't be told.
 */
import { and, asc, eq, gt, isNotNull, lt, lte } from "drizzle-orm";
import { email } from "#lib/accounts.ts";
import { guardianAge } from "#lib/enrolments.ts";
import { digestAfterMinutes } from "#lib/messages.ts";
import type { Context } from "../context.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { profiles } from "../people/people.table.ts";
import { nameThreads } from "./digest.ts";
import { messages, threadStates } from "./messages.table.ts";
import { findWaiting, moveMark, type Waiting } from "./unread.ts";

/** A mail holds at most so many messages; they are in the conversation in any case. */
const longestCopy = 100;

export async function mailGuardianCopies(context: Context): Promise<void> {
  const { db } = context;
  const children = db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(lt(profiles.age, guardianAge), isNotNull(profiles.parentGuardianContact)));
  const waiting = await findWaiting(db, {
    minutes: digestAfterMinutes,
    marks: [threadStates.copiedSeq],
    ownToo: true,
    profiles: children.getSQL(),
  });
  for (const row of waiting) await mailCopy(context, row);
}

async function mailCopy(context: Context, row: Waiting): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [before] = await tx
      .select({ seq: threadStates.copiedSeq })
      .from(threadStates)
      .where(
        and(eq(threadStates.threadId, row.threadId), eq(threadStates.profileId, row.profileId)),
      )
      .for("update");
    if (!(await moveMark(tx, "copiedSeq", row))) return;
    const [child] = await tx
      .select({
        name: profiles.name,
        guardian: profiles.parentGuardianName,
        contact: profiles.parentGuardianContact,
      })
      .from(profiles)
      .where(eq(profiles.id, row.profileId));
    const address = email.safeParse(child?.contact);
    if (!child || !address.success) return;
    const lines = await tx
      .select({ author: profiles.name, text: messages.text })
      .from(messages)
      .innerJoin(profiles, eq(profiles.id, messages.authorId))
      .where(
        and(
          eq(messages.threadId, row.threadId),
          gt(messages.seq, before?.seq ?? 0),
          lte(messages.seq, row.seq),
        ),
      )
      .orderBy(asc(messages.seq))
      .limit(longestCopy);
    const thread = (await nameThreads(tx, row.profileId, [row.threadId])).get(row.threadId);
    await sendMail(context, tx, {
      to: address.data,
      subject: `New messages of ${child.name}`,
      content: {
        title: `New messages of ${child.name}`,
        preheader: `In the conversation ${thread}.`,
        paragraphs: [
          `As-salamu alaykum ${child.guardian ?? ""},`.replace(" ,", ","),
          `you are ${child.name}'s guardian, so we send you what is written in ${child.name}'s conversations. In ${thread}:`,
          ...lines.map(({ author, text }) => `${author}: ${text}`),
        ],
      },
    });
  });
}
