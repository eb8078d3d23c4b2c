/** Copies a reported message and its neighbors in the conversation, but nothing else. */
import { and, asc, desc, eq, gt, lt } from "drizzle-orm";
import type { CaseEvidence } from "#lib/cases/case-evidence.responses.ts";
import { neighborCount } from "#lib/cases/cases.rules.ts";
import type { Db } from "../db/connection.ts";
import { messages } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";

type MessageEvidence = Extract<CaseEvidence, { kind: "message" }>;

interface CopiedMessages {
  authorUserId: string;
  /** In the order of the conversation. */
  evidence: MessageEvidence[];
}

/**
 * Includes the texts of deleted messages while they are kept. Otherwise, an adult could delete what
 * led to the reported message.
 */
export async function copyMessages(tx: Db, messageId: string): Promise<CopiedMessages | undefined> {
  const rows = () =>
    tx
      .select({ message: messages, name: profiles.name, userId: profiles.userId })
      .from(messages)
      .innerJoin(profiles, eq(profiles.id, messages.authorId));
  const [reported] = await rows().where(eq(messages.id, messageId));
  if (!reported) return undefined;
  const { threadId, seq } = reported.message;
  const inThread = eq(messages.threadId, threadId);
  const before = await rows()
    .where(and(inThread, lt(messages.seq, seq)))
    .orderBy(desc(messages.seq))
    .limit(neighborCount);
  const after = await rows()
    .where(and(inThread, gt(messages.seq, seq)))
    .orderBy(asc(messages.seq))
    .limit(neighborCount);
  return {
    authorUserId: reported.userId,
    evidence: [...before.toReversed(), reported, ...after].map(({ message, name }) => ({
      kind: "message",
      id: message.id,
      threadId,
      seq: message.seq,
      authorId: message.authorId,
      authorName: name,
      text: message.deletedText ?? message.text,
      sentAt: message.createdAt.toISOString(),
      wasDeleted: message.deletedAt !== null,
      isReported: message.id === messageId,
    })),
  };
}
