import { getTexts } from "#translations/conversations.ts";
import { callApi } from "../client/api-client.ts";

// The texts of the other calls are on all pages for users, and this one is only in conversations.
const t = getTexts("conversations");

/** Undoes the deletion of one of the user's own messages. */
export async function restoreMessage(messageId: string): Promise<void> {
  await callApi(`/messages/${encodeURIComponent(messageId)}/restore`, {
    method: "POST",
    fallback: t("restoreFailed"),
  });
}
