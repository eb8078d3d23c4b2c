import { and, eq, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { messages } from "../db/tables/messages.table.ts";
import { publishEvent } from "./live/message-events.ts";

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
