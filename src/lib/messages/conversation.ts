/**
 * The part of a conversation that a browser has loaded, without gaps, and the messages that are being
 * sent. Pure, so that every order of responses and events can be tested.
 */
import type { Message } from "./messages.responses.ts";

export interface Outgoing {
  clientId: string;
  text: string;
  /** When it was written: an instant in ISO 8601. */
  writtenAt: string;
  /** Why it could not be sent; it can be sent again. */
  problem?: string;
}

export interface Conversation {
  /** By number, without gaps. */
  messages: readonly Message[];
  /** Whether there are older comments. */
  hasMore: boolean;
  outbox: readonly Outgoing[];
}

export const emptyConversation: Conversation = { messages: [], hasMore: false, outbox: [] };

/** The number of the newest message here. */
export function newestSeq({ messages }: Conversation): number {
  return messages.at(-1)?.seq ?? 0;
}

/** Whether messages before this one haven't arrived here yet. */
export function hasGap(conversation: Conversation, { seq }: Pick<Message, "seq">): boolean {
  return seq > newestSeq(conversation) + 1;
}

/**
 * Adds messages that join the stretch at either end; known ones stay as they are. Callers that add at
 * the end make sure that none is left out (`hasGap`).
 */
export function addMessages(conversation: Conversation, added: readonly Message[]): Conversation {
  const known = new Set(conversation.messages.map(({ seq }) => seq));
  const fresh = added.filter(({ seq }) => !known.has(seq));
  if (fresh.length === 0) return withoutSent(conversation, added);
  const messages = [...conversation.messages, ...fresh].sort((a, b) => a.seq - b.seq);
  return withoutSent({ ...conversation, messages }, added);
}

/** Removes messages in progress that have arrived. */
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

/** Removes the text of messages that their authors have deleted. */
export function markDeleted(conversation: Conversation, seqs: readonly number[]): Conversation {
  const deletedAt = new Date().toISOString();
  const messages = conversation.messages.map((message) =>
    seqs.includes(message.seq) && !message.deletedAt
      ? { ...message, text: "", deletedAt }
      : message,
  );
  return { ...conversation, messages };
}

/** Puts a message on its way, behind those that are. */
export function addOutgoing(conversation: Conversation, outgoing: Outgoing): Conversation {
  return { ...conversation, outbox: [...conversation.outbox, outgoing] };
}

/** Puts what could not be sent on its way again, in its old place. */
export function retryOutgoing(conversation: Conversation, clientId: string): Conversation {
  const outbox = conversation.outbox.map((outgoing) => {
    if (outgoing.clientId !== clientId) return outgoing;
    const { problem: _problem, ...again } = outgoing;
    return again;
  });
  return { ...conversation, outbox };
}

/** Keeps a message that could not be sent, with the reason. */
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
