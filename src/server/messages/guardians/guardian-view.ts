/** A child's conversations for a guardian who opens the link. They are read-only. */
import { and, asc, desc, eq, isNotNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { GuardianInput, GuardianMessagesInput } from "#lib/guardians/guardian-view.ts";
import type { GuardianView } from "#lib/guardians/guardians.responses.ts";
import type { MessagePage } from "#lib/messages/messages.responses.ts";
import { messagePageSize } from "#lib/messages/messages.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../../context.ts";
import { threads } from "../../db/tables/messages.table.ts";
import { enterGuardianPage } from "../../guardians/page-links.ts";
import { nameThreads } from "../digest.ts";
import { readMessageRange } from "../messages.ts";
import { participantPairs } from "../participants.ts";

const t = getTexts("messages");

/** Guardians can still read what was written before a child left a course. */
const withFormer = { formerToo: true };

/**
 * The child's conversations that contain messages, newest first.
 * @throws AppError `not_found`.
 */
export async function viewAsGuardian(
  context: Context,
  { token, childId: wanted }: GuardianInput,
): Promise<GuardianView> {
  const { guardian } = await enterGuardianPage(context, token, wanted);
  const childId = guardian.studentId;
  const participants = participantPairs(context.db, withFormer);
  const rows = await context.db
    .selectDistinct({ id: threads.id, courseId: threads.courseId, at: threads.lastMessageAt })
    .from(participants)
    .innerJoin(threads, eq(threads.id, participants.threadId))
    .where(and(eq(participants.profileId, childId), isNotNull(threads.lastMessageAt)))
    .orderBy(desc(threads.lastMessageAt), asc(threads.id))
    .limit(200);
  const names = await nameThreads(
    context.db,
    childId,
    rows.map(({ id }) => id),
  );
  return {
    child: { _id: childId, name: guardian.child },
    conversations: rows.map(({ id, courseId, at }) => ({
      threadId: id,
      kind: courseId === null ? "direct" : "course",
      name: names.get(id) ?? "",
      lastMessageAt: at?.toISOString() ?? "",
    })),
  };
}

/**
 * A page of messages of one conversation, oldest first.
 * @throws AppError `not_found`.
 */
export async function readAsGuardian(
  context: Context,
  { token, childId: wanted, threadId, before }: GuardianMessagesInput,
): Promise<MessagePage> {
  const { guardian } = await enterGuardianPage(context, token, wanted);
  const childId = guardian.studentId;
  const participants = participantPairs(context.db, withFormer);
  const [own] = await context.db
    .select({ id: threads.id, lastSeq: threads.lastSeq })
    .from(participants)
    .innerJoin(threads, eq(threads.id, participants.threadId))
    .where(and(eq(participants.threadId, threadId), eq(participants.profileId, childId)));
  if (!own) throw new AppError("not_found", t("server.noThread"));
  const range = { before, limit: messagePageSize };
  return readMessageRange(context.db, { id: childId, role: "student" }, own, range, withFormer);
}
