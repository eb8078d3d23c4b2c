import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryClient } from "#lib/client/query-client.ts";
import { listenToMessages } from "#lib/messages/client/live-messages.ts";
import { showUnread } from "#lib/messages/client/unread-count.ts";
import { fetchContacts, saveProgress } from "#lib/messages/messages.calls.ts";
import type { Contact, LiveEvent } from "#lib/messages/messages.ts";

const key = ["contacts"];

/** Refetches the list of conversations. */
export function refreshContacts(): void {
  void queryClient.invalidateQueries({ queryKey: key });
}

/** Adds a newly opened conversation to the list. */
export function putContact(contact: Contact): void {
  const isSame = (other: Contact) =>
    other.kind === contact.kind &&
    other.profileId === contact.profileId &&
    other.courseId === contact.courseId;
  queryClient.setQueryData<Contact[]>(key, (list = []) =>
    list.some(isSame) ? list.map((other) => (isSame(other) ? contact : other)) : [contact, ...list],
  );
}

/** Fetches the list and marks new messages as delivered. */
async function readContacts(): Promise<Contact[]> {
  const contacts = await fetchContacts();
  showUnread(contacts.reduce((sum, { unread }) => sum + unread, 0));
  for (const { threadId, kind, unread, lastMessage } of contacts) {
    if (threadId === null || kind !== "direct" || unread === 0 || !lastMessage) continue;
    noteDelivered(threadId, lastMessage.seq);
  }
  return contacts;
}

const delivered = new Map<string, number>();

function noteDelivered(threadId: string, seq: number): void {
  if ((delivered.get(threadId) ?? 0) >= seq) return;
  delivered.set(threadId, seq);
  // A failure does no harm. The next fetch marks them again.
  saveProgress(threadId, { deliveredSeq: seq }).catch(() => delivered.delete(threadId));
}

/** Whether this event requires refetching the list. */
function changesList(event: LiveEvent, me: string): boolean {
  return event.type !== "typing" && (event.type !== "state" || event.profileId === me);
}

/** Combine bursts of messages into one fetch. */
const rush = 250;

/** The user's conversations, updated live. */
export function useContacts(me: string) {
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined;
    const stop = listenToMessages((event) => {
      if (!changesList(event, me)) return;
      clearTimeout(soon);
      soon = setTimeout(refreshContacts, event.type === "resync" ? 0 : rush);
    });
    return () => {
      clearTimeout(soon);
      stop();
    };
  }, [me]);
  return useQuery({ queryKey: key, queryFn: readContacts }, queryClient);
}
