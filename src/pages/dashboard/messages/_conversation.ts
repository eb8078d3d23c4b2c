/** Loads the list of conversations and the open conversation for the messages pages. */
import { conversationParameter, practiceId } from "#lib/messages/conversation-path.ts";
import {
  blockedOptions,
  contactOptions,
  contactsOptions,
  newestMessagesOptions,
} from "#lib/messages/messages.queries.ts";
import type { Contact } from "#lib/messages/messages.responses.ts";
import type { UserPage } from "#server/page-scope/page-scope.ts";

/** @param courseId the course whose group to open. */
export async function preloadMessages(
  page: UserPage | undefined,
  search: URLSearchParams,
  courseId?: string,
): Promise<void> {
  if (!page?.actor.profile) return;
  await page.preload(contactsOptions(), blockedOptions());
  const contacts = page.find<Contact[]>(contactsOptions()) ?? [];
  const threadId = findThread(contacts, search, courseId);
  if (!threadId) return;
  const isListed = contacts.some((contact) => contact.threadId === threadId);
  await page.preload(
    newestMessagesOptions(threadId),
    ...(isListed ? [] : [contactOptions(threadId)]),
  );
}

function findThread(
  contacts: readonly Contact[],
  search: URLSearchParams,
  courseId: string | undefined,
): string | null | undefined {
  const recipientId = search.get("to");
  if (courseId !== undefined) return contacts.find((to) => to.courseId === courseId)?.threadId;
  if (recipientId) return contacts.find((to) => to.profileId === recipientId)?.threadId;
  const id = search.get(conversationParameter);
  return id === practiceId ? undefined : id;
}
