/**
 * The loaded part of a conversation, which has no gaps, and the messages that are being sent. Pure,
 * so that every order of responses and events can be tested.
 */
import type { Message } from "./messages.responses.ts";

export interface Outgoing {
  clientId: string;
  text: string;
  /** When the message was written, as an ISO 8601 instant. */
  writtenAt: string;
  /** Why the message could not be sent. It can be retried. */
  problem?: string;
}

export interface Conversation {
  /** Ordered by number, without gaps. */
  messages: readonly Message[];
  /** Whether there are older messages. */
  hasMore: boolean;
  outbox: readonly Outgoing[];
}

export const emptyConversation: Conversation = { messages: [], hasMore: false, outbox: [] };

/** The number of the newest loaded message. */
export function newestSeq({ messages }: Conversation): number {
  return messages.at(-1)?.seq ?? 0;
}

/** Whether messages before this one haven't been loaded yet. */
export function hasGap(conversation: Conversation, { seq }: Pick<Message, "seq">): boolean {
  return seq > newestSeq(conversation) + 1;
}

/**
 * Adds messages at either end of the loaded part and leaves known messages unchanged, except deleted
 * ones that were restored. Callers that add at the end check for missing messages first (`hasGap`).
 */
export function addMessages(before: Conversation, added: readonly Message[]): Conversation {
  const conversation = withRestored(before, added);
  const known = new Set(conversation.messages.map(({ seq }) => seq));
  const fresh = added.filter(({ seq }) => !known.has(seq));
  if (fresh.length === 0) return withoutSent(conversation, added);
  const messages = [...conversation.messages, ...fresh].sort((a, b) => a.seq - b.seq);
  return withoutSent({ ...conversation, messages }, added);
}

/** Replaces deleted messages whose authors have undone the deletion. */
function withRestored(conversation: Conversation, added: readonly Message[]): Conversation {
  const restored = new Map(
    added.filter(({ deletedAt }) => !deletedAt).map((message) => [message.seq, message]),
  );
  if (!conversation.messages.some(({ seq, deletedAt }) => deletedAt && restored.has(seq))) {
    return conversation;
  }
  const messages = conversation.messages.map((message) =>
    message.deletedAt ? (restored.get(message.seq) ?? message) : message,
  );
  return { ...conversation, messages };
}

/** Removes pending messages that have been delivered to the server. */
function withoutSent(conversation: Conversation, arrived: readonly Message[]): Conversation {
  const names = new Set(arrived.map(({ clientId }) => clientId));
  const outbox = conversation.outbox.filter(({ clientId }) => !names.has(clientId));
  return outbox.length === conversation.outbox.length ? conversation : { ...conversation, outbox };
}

/** Adds older messages at the beginning. */
export function addOlder(
  conversation: Conversation,
  older: { messages: readonly Message[]; hasMore: boolean },
): Conversation {
  return { ...addMessages(conversation, older.messages), hasMore: older.hasMore };
}

/** Removes the text of deleted messages. */
export function markDeleted(conversation: Conversation, seqs: readonly number[]): Conversation {
  const deletedAt = new Date().toISOString();
  const messages = conversation.messages.map((message) =>
    seqs.includes(message.seq) && !message.deletedAt
      ? { ...message, text: "", deletedAt }
      : message,
  );
  return { ...conversation, messages };
}

/** Adds a pending message at the end of the outbox. */
export function addOutgoing(conversation: Conversation, outgoing: Outgoing): Conversation {
  return { ...conversation, outbox: [...conversation.outbox, outgoing] };
}

/** Marks a failed message as pending again, in its previous position. */
export function retryOutgoing(conversation: Conversation, clientId: string): Conversation {
  const outbox = conversation.outbox.map((outgoing) => {
    if (outgoing.clientId !== clientId) return outgoing;
    const { problem: _problem, ...again } = outgoing;
    return again;
  });
  return { ...conversation, outbox };
}

/** Marks a pending message as failed, with the reason. */
export function markFailed(
  conversation: Conversation,
  clientId: string,
  problem: string,
): Conversation {
  const outbox = conversation.outbox.map((outgoing) =>
    outgoing.clientId === clientId ? { ...outgoing, problem } : outgoing,
  );
  return { ...conversation, outbox };
}
