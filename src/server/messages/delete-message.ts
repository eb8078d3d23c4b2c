import { and, eq, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { restoreMinutes } from "#lib/messages/messages.rules.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { messages } from "../db/tables/messages.table.ts";
import { publishEvent } from "./live/message-events.ts";
import { isReadableBy } from "./participants.ts";

const t = getTexts("messages");

/**
 * Deletes the text of the author's own message, even after the author has left the course. Its
 * number is kept so that everyone sees that there was a message. The text is kept for a limited
 * time for guardians and reports. Otherwise, an adult could hide a message from them as soon as a
 * child has read it.
 *
 * @throws AppError `not_found`, including for messages by other people.
 */
export async function deleteMessage(
  { db }: Context,
  actor: Actor,
  messageId: string,
): Promise<void> {
  const { profile } = requireProfile(actor);
  const own = and(eq(messages.id, messageId), eq(messages.authorId, profile.id));
  await db.transaction(async (tx) => {
    const [message] = await tx
      .update(messages)
      .set({ deletedText: messages.text, text: "", searchText: "", deletedAt: new Date() })
      .where(and(own, isNull(messages.deletedAt)))
      .returning({ threadId: messages.threadId, seq: messages.seq });
    if (message) await publishEvent(tx, { type: "deleted", ...message });
    else if ((await tx.$count(messages, own)) === 0) {
      throw new AppError("not_found", t("server.noMessage"));
    }
  });
}

/**
 * Shows a message again that its author has just deleted, with the text that was kept. Restoring it
 * again has no effect.
 *
 * @throws AppError `not_found`, including for messages by other people, for those that staff have
 * hidden and for conversations that the author has left; `conflict` after a few minutes.
 */
export async function restoreMessage(
  { db }: Context,
  actor: Actor,
  messageId: string,
): Promise<void> {
  const { profile } = requireProfile(actor);
  await db.transaction(async (tx) => {
    const [message] = await tx
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.id, messageId),
          eq(messages.authorId, profile.id),
          isNull(messages.hiddenAt),
          isReadableBy(tx, profile.id),
        ),
      )
      .for("update", { of: messages });
    if (!message) throw new AppError("not_found", t("server.noMessage"));
    if (!message.deletedAt) return;
    const text = message.deletedText;
    const isLate = message.deletedAt.getTime() < Date.now() - restoreMinutes * 60_000;
    if (text === null || isLate) {
      throw new AppError("conflict", t("server.tooLate", { minutes: restoreMinutes }));
    }
    const { threadId, seq } = message;
    await tx
      .update(messages)
      .set({ text, searchText: foldForSearch(text), deletedText: null, deletedAt: null })
      .where(eq(messages.id, messageId));
    await publishEvent(tx, { type: "message", threadId, seq });
  });
}
