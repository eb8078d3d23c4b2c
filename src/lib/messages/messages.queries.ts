/** Queries for conversations, and functions that update them after a change. */
import { findAnswer, queryClient, queryOptions } from "../client/query-client.ts";
import {
  fetchBlocked,
  fetchContact,
  fetchContacts,
  fetchMessages,
  searchMessages,
  searchPeople,
} from "./messages.calls.ts";
import type { Contact } from "./messages.responses.ts";

/** The user's conversations, and people with whom the user can start one. */
export const contactsOptions = () =>
  queryOptions({ queryKey: ["messages", "contacts"], queryFn: fetchContacts });

export const refreshContacts = () =>
  queryClient.invalidateQueries({ queryKey: contactsOptions().queryKey });

/** Adds a newly opened conversation to the list. */
export function putContact(contact: Contact): void {
  const isSame = (other: Contact) =>
    other.kind === contact.kind &&
    other.profileId === contact.profileId &&
    other.courseId === contact.courseId;
  queryClient.setQueryData(contactsOptions().queryKey, (list = []) =>
    list.some(isSame) ? list.map((other) => (isSame(other) ? contact : other)) : [contact, ...list],
  );
}

/** A single conversation, for when the list doesn't contain it. */
export const contactOptions = (threadId: string) =>
  queryOptions({
    queryKey: ["messages", "contact", threadId],
    queryFn: () => fetchContact(threadId),
  });

/** The newest messages of a conversation. The open conversation keeps its own state from then on. */
export const newestMessagesOptions = (threadId: string) =>
  queryOptions({
    queryKey: ["messages", "newest", threadId],
    queryFn: () => fetchMessages(threadId),
  });

export const findNewestMessages = (threadId: string) => findAnswer(newestMessagesOptions(threadId));

export const forgetNewestMessages = (threadId: string) =>
  queryClient.removeQueries({ queryKey: newestMessagesOptions(threadId).queryKey });

export const peopleSearchOptions = (search: string) =>
  queryOptions({
    queryKey: ["messages", "people-search", search],
    queryFn: () => searchPeople(search),
  });

export const messageSearchOptions = (search: string) =>
  queryOptions({ queryKey: ["messages", "search", search], queryFn: () => searchMessages(search) });

/** The people whom the user has blocked. */
export const blockedOptions = () =>
  queryOptions({ queryKey: ["messages", "blocked"], queryFn: fetchBlocked });

/** Refetches after a person was blocked or unblocked. */
export async function refreshBlocked(): Promise<void> {
  await Promise.all([
    refreshContacts(),
    queryClient.invalidateQueries({ queryKey: blockedOptions().queryKey }),
  ]);
}
