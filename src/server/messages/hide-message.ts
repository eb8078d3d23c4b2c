/** Hides a message from a conversation for staff, and shows it again after an appeal. */
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { foldForSearch } from "#lib/text/search-text.ts";
import type { Db } from "../db/connection.ts";
import { messages } from "../db/tables/messages.table.ts";
import { publishEvent } from "./live/message-events.ts";

/**
 * Everyone then sees that the message was deleted. Has no effect on a message that its author has
 * deleted, or that no longer exists.
 */
export async function hideMessage(tx: Db, messageId: string): Promise<void> {
  const now = new Date();
  const [message] = await tx
    .update(messages)
    .set({
      deletedText: messages.text,
      text: "",
      searchText: "",
      deletedAt: now,
      hiddenAt: now,
    })
    .where(and(eq(messages.id, messageId), isNull(messages.deletedAt)))
    .returning({ threadId: messages.threadId, seq: messages.seq });
  if (message) await publishEvent(tx, { type: "deleted", ...message });
}

/**
 * Shows a message that staff have hidden. Open conversations show it when they are loaded again.
 * @param text the message's text, from the case: the conversation keeps it only for a few days.
 */
export async function showMessage(tx: Db, messageId: string, text: string): Promise<void> {
  await tx
    .update(messages)
    .set({
      text,
      searchText: foldForSearch(text),
      deletedText: null,
      deletedAt: null,
      hiddenAt: null,
    })
    .where(and(eq(messages.id, messageId), isNotNull(messages.hiddenAt)));
}
