import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryClient } from "#lib/client/query-client.ts";
import { listenToMessages } from "#lib/messages/client/live-messages.ts";
import { showUnread } from "#lib/messages/client/unread-count.ts";
import { saveProgress } from "#lib/messages/messages.calls.ts";
import { contactsOptions, refreshContacts } from "#lib/messages/messages.queries.ts";
import type { Contact, LiveEvent } from "#lib/messages/messages.responses.ts";

/** Shows the number of unread messages and marks new ones as delivered. */
function noteContacts(contacts: readonly Contact[]): void {
  showUnread(contacts.reduce((sum, { unread }) => sum + unread, 0));
  for (const { threadId, kind, unread, lastMessage } of contacts) {
    if (threadId === null || kind !== "direct" || unread === 0 || !lastMessage) continue;
    noteDelivered(threadId, lastMessage.seq);
  }
}

const delivered = new Map<string, number>();

function noteDelivered(threadId: string, seq: number): void {
  if ((delivered.get(threadId) ?? 0) >= seq) return;
  delivered.set(threadId, seq);
  // A failure is harmless, because the next fetch marks the message again.
  saveProgress(threadId, { deliveredSeq: seq }).catch(() => delivered.delete(threadId));
}

/** Whether this event requires refetching the list. */
function changesList(event: LiveEvent, me: string): boolean {
  return event.type !== "typing" && (event.type !== "state" || event.profileId === me);
}

/**
 * How long to wait before fetching, in milliseconds, so that a burst of messages causes one
 * request.
 */
const refetchDelayMs = 250;

/** The user's conversations, updated live. */
export function useContacts(me: string) {
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined;
    const stop = listenToMessages((event) => {
      if (!changesList(event, me)) return;
      clearTimeout(soon);
      soon = setTimeout(() => void refreshContacts(), event.type === "resync" ? 0 : refetchDelayMs);
    });
    return () => {
      clearTimeout(soon);
      stop();
    };
  }, [me]);
  const contacts = useQuery(contactsOptions(), queryClient);
  const { data, dataUpdatedAt } = contacts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also runs after a fetch without changes
  useEffect(() => {
    if (data) noteContacts(data);
  }, [data, dataUpdatedAt]);
  return contacts;
}
