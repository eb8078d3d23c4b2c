/**
 * The outbox sends messages one after another in the order in which they were written. Messages
 * that can't be sent wait and are retried automatically with the same ID, so that each arrives only
 * once.
 */
import type { ReadableAtom } from "nanostores";
import { findUser } from "#lib/client/api-client.ts";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { createRetryTask } from "#lib/client/retry-task.ts";
import { readOutbox, storeOutbox } from "#lib/messages/client/message-drafts.ts";
import {
  addOutgoing,
  type Conversation,
  markFailed,
  type Outgoing,
  retryOutgoing,
} from "#lib/messages/conversation.ts";
import { sendMessage } from "#lib/messages/messages.calls.ts";
import type { Message } from "#lib/messages/messages.responses.ts";

interface OutboxOptions {
  threadId: string;
  me: string;
  $state: ReadableAtom<Conversation>;
  set: (change: Partial<Conversation>) => void;
  /** Called with a message that has been sent. */
  receive: (message: Message) => void;
}

export function createOutbox({ threadId, me, $state, set, receive }: OutboxOptions) {
  /** Messages that need no further attempts, because they were sent or the server rejected them. */
  const [arrived, refused] = [new Set<string>(), new Set<string>()];
  /** The author of the messages. Another person may log in with this browser while they wait. */
  let owner: string | undefined;
  const waits = ({ clientId }: Outgoing) => !arrived.has(clientId) && !refused.has(clientId);

  function change(next: Conversation): void {
    set({ outbox: next.outbox });
    storeOutbox(threadId, me, next.outbox.filter(waits));
  }

  const sending = createRetryTask(async () => {
    for (;;) {
      const next = $state.get().outbox.find(waits);
      if (!next) return undefined;
      const { clientId, text } = next;
      try {
        const message = await sendMessage(threadId, { clientId, text }, owner);
        arrived.add(clientId);
        receive(message);
        change($state.get());
      } catch (error) {
        const problem = messageOf(error);
        const mayHelp = error instanceof ApiError && error.temporary;
        if (!mayHelp) refused.add(clientId);
        change(markFailed($state.get(), clientId, problem));
        if (!mayHelp) continue;
        if (error.retryAfter === undefined) throw error;
        return error.retryAfter * 1_000;
      }
    }
  });

  return {
    /** Adds the messages that an earlier page could not send. */
    restore(): void {
      owner ??= findUser();
      const left = readOutbox(threadId, me);
      if (left.length > 0) set({ outbox: left });
    },
    add(text: string): void {
      owner ??= findUser();
      const outgoing = {
        clientId: crypto.randomUUID(),
        text,
        writtenAt: new Date().toISOString(),
      };
      change(addOutgoing($state.get(), outgoing));
      sending.run();
    },
    /** Sends waiting messages now. A rejected message is sent only if its ID is given. */
    sendAll(clientId?: string): void {
      if (clientId !== undefined) refused.delete(clientId);
      if (!$state.get().outbox.some(waits)) return;
      if (clientId !== undefined) change(retryOutgoing($state.get(), clientId));
      sending.run();
    },
    stop: sending.stop,
  };
}
