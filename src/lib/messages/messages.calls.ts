import { getTexts } from "#translations/messages.ts";
import { callApi } from "../client/api-client.ts";
import type { ApiRequest } from "../client/http.ts";
import { readList, requireObject } from "../client/readers.ts";
import type {
  BlockedPerson,
  Contact,
  Message,
  MessagePage,
  Progress,
} from "./messages.responses.ts";
import type { OpenThreadInput, ReportMessageInput, SendMessageInput } from "./messages.ts";

const t = getTexts("messages");

const thread = (id: string) => `/messages/threads/${encodeURIComponent(id)}`;

export async function fetchContacts(): Promise<Contact[]> {
  const body = await callApi("/messages/contacts", { fallback: t("failed.contacts") });
  return readList<Contact>(body, "contacts");
}

export async function openThread(input: OpenThreadInput): Promise<Contact> {
  const body = await callApi("/messages/threads", {
    method: "POST",
    body: input,
    fallback: t("failed.thread"),
  });
  return requireObject<Contact>(body);
}

export async function fetchContact(threadId: string): Promise<Contact> {
  const body = await callApi(thread(threadId), { fallback: t("failed.thread") });
  return requireObject<Contact>(body);
}

export async function fetchMessages(
  threadId: string,
  which: { before?: number; after?: number; limit?: number | undefined } = {},
): Promise<MessagePage> {
  const query = new URLSearchParams(
    Object.entries(which).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
  const body = await callApi(`${thread(threadId)}/messages?${query}`, {
    fallback: t("failed.messages"),
  });
  return requireObject<MessagePage>(body);
}

/** @param owner the ID of the user who wrote the message; by default the logged-in user. */
export async function sendMessage(
  threadId: string,
  input: SendMessageInput,
  owner?: string,
): Promise<Message> {
  const body = await callApi(`${thread(threadId)}/messages`, {
    method: "POST",
    ...(owner !== undefined && { owner }),
    body: input,
    fallback: t("failed.send"),
  });
  return requireObject<Message>(body);
}

export async function saveProgress(
  threadId: string,
  progress: Partial<Progress>,
  options: Pick<ApiRequest, "keepalive"> = {},
): Promise<void> {
  await callApi(`${thread(threadId)}/state`, { ...options, method: "PUT", body: progress });
}

export async function sendTyping(threadId: string): Promise<void> {
  await callApi(`${thread(threadId)}/typing`, { method: "POST", body: {} });
}

export async function searchMessages(search: string): Promise<Message[]> {
  const body = await callApi(`/messages/search?q=${encodeURIComponent(search)}`, {
    fallback: t("failed.search"),
  });
  return readList<Message>(body, "messages");
}

/** Searches people with whom the user can start a conversation. */
export async function searchPeople(search: string): Promise<Contact[]> {
  const body = await callApi(`/messages/people?q=${encodeURIComponent(search)}`, {
    fallback: t("failed.people"),
  });
  return readList<Contact>(body, "contacts");
}

/** Fetches the number of unread messages. */
export async function fetchUnread(): Promise<number> {
  return requireObject<{ count: number }>(await callApi("/messages/unread")).count;
}

export async function fetchBlocked(): Promise<BlockedPerson[]> {
  return readList<BlockedPerson>(await callApi("/messages/blocks"), "blocked");
}

export async function blockPerson(profileId: string): Promise<void> {
  await callApi("/messages/blocks", {
    method: "POST",
    body: { profileId },
    fallback: t("failed.block"),
  });
}

export async function unblockPerson(profileId: string): Promise<void> {
  await callApi(`/messages/blocks/${encodeURIComponent(profileId)}`, { method: "DELETE" });
}

/** Deletes the text of one of the user's own messages. */
export async function deleteMessage(messageId: string): Promise<void> {
  await callApi(`/messages/${encodeURIComponent(messageId)}`, {
    method: "DELETE",
    fallback: t("failed.delete"),
  });
}

export async function reportMessage(messageId: string, body: ReportMessageInput): Promise<void> {
  await callApi(`/messages/${encodeURIComponent(messageId)}/report`, {
    method: "POST",
    body,
    fallback: t("failed.report"),
  });
}
