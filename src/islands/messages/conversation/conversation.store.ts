/**
 * An open conversation: loads messages, receives events, sends messages and reports what has been
 * read.
 */
import { atom, type ReadableAtom } from "nanostores";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { createRetryTask } from "#lib/client/retry-task.ts";
import { listenToMessages } from "#lib/messages/client/live-messages.ts";
import {
  addMessages,
  addOlder,
  type Conversation,
  emptyConversation,
  hasGap,
  markDeleted,
  newestSeq,
} from "#lib/messages/conversation.ts";
import { fetchMessages, sendTyping } from "#lib/messages/messages.calls.ts";
import type {
  LiveEvent,
  Message,
  MessagePage,
  Progress,
} from "#lib/messages/messages.responses.ts";
import { createOutbox } from "./outbox.ts";
import { createReadProgress } from "./read-progress.ts";
import { createTypingNames } from "./typing-names.ts";

export interface ConversationState extends Conversation {
  status: "loading" | "ready" | "failed";
  /** Error message, if any. */
  problem: string;
  loadingOlder: boolean;
  /** The names of people who are currently typing. */
  typing: readonly string[];
  /** How far the other person has received and read the conversation. Null in a course group. */
  other: Progress | null;
}

export interface ConversationStore {
  $state: ReadableAtom<ConversationState>;
  /**
   * Loads messages and pending messages, and listens for events until the returned function is
   * called.
   */
  start(): () => void;
  retry(): void;
  loadOlder(): Promise<void>;
  /** Loads older messages until the one with this number is loaded. */
  reveal(seq: number): Promise<void>;
  send(text: string): void;
  /** Retries a failed message. */
  sendAgain(clientId: string): void;
  /** Removes the text of a message that the user has just deleted. */
  forget(seq: number): void;
  /** Notifies the others that the user is typing, at most every three seconds. */
  noteTyping(): void;
  /** Marks all loaded messages as read. */
  noteRead(): void;
}

const typingPause = 3_000;
/** The maximum page size of a request. */
const maxPageLimit = 100;

interface Opened {
  threadId: string;
  /** The user's profile ID. */
  me: string;
  other: Progress | null;
  /** The newest messages, if the server has prepared them with the page. */
  newest: MessagePage | undefined;
}

/** Has no effect until it is started, so that the server can render its state. */
export function createConversation({ threadId, me, other, newest }: Opened): ConversationStore {
  const $state = atom<ConversationState>({
    ...(newest ? addOlder(emptyConversation, newest) : emptyConversation),
    status: newest ? "ready" : "loading",
    problem: "",
    loadingOlder: false,
    typing: [],
    other,
  });
  const set = (change: Partial<ConversationState>) => $state.set({ ...$state.get(), ...change });
  const typists = createTypingNames((typing) => set({ typing }));
  /** Whether an event arrived before the messages were loaded. */
  let heardEarly = false;
  let typedAt = 0;

  async function load(): Promise<void> {
    set({ status: "loading", problem: "" });
    try {
      set({ ...addOlder($state.get(), await fetchMessages(threadId)), status: "ready" });
      if (heardEarly) catchingUp.run();
      outbox.sendAll();
    } catch (error) {
      set({ status: "failed", problem: messageOf(error) });
    }
  }

  /** Fetches all newer messages. */
  const catchingUp = createRetryTask(async () => {
    heardEarly = $state.get().status !== "ready";
    if (heardEarly) return undefined;
    try {
      for (let hasMore = true; hasMore; ) {
        const after = newestSeq($state.get());
        const page = await fetchMessages(threadId, { after, limit: maxPageLimit });
        set(addMessages($state.get(), page.messages));
        hasMore = page.hasMore;
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.temporary) throw error;
      // The user is no longer a member of the conversation.
      set({ status: "failed", problem: error.message });
    }
    return undefined;
  });

  /** After a disconnection, checks which recent messages were deleted or restored in the meantime. */
  const lookingBack = createRetryTask(async () => {
    if ($state.get().messages.length === 0) return undefined;
    try {
      const { messages } = await fetchMessages(threadId, { limit: maxPageLimit });
      const deleted = messages.filter(({ deletedAt }) => deletedAt).map(({ seq }) => seq);
      if (deleted.length > 0) set(markDeleted($state.get(), deleted));
      const known = new Set($state.get().messages.map(({ seq }) => seq));
      set(
        addMessages(
          $state.get(),
          messages.filter(({ seq }) => known.has(seq)),
        ),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.temporary) throw error;
    }
    return undefined;
  });

  /**
   * Adds a message that directly follows the loaded ones. If some are missing, fetches them all.
   */
  function receive(message: Message): void {
    const state = $state.get();
    if (state.status !== "ready" || hasGap(state, message)) catchingUp.run();
    else set(addMessages(state, [message]));
  }

  const progress = createReadProgress(threadId);
  const outbox = createOutbox({ threadId, me, $state, set, receive });

  function deliver(event: LiveEvent): void {
    if (event.type === "resync") {
      if ($state.get().status === "failed") void load();
      catchingUp.run();
      lookingBack.run();
      outbox.sendAll();
      return;
    }
    if (event.threadId !== threadId) return;
    switch (event.type) {
      case "message":
        typists.forget(event.message.author._id);
        receive(event.message);
        break;
      case "deleted":
        set(markDeleted($state.get(), [event.seq]));
        break;
      case "typing":
        if (event.profileId !== me) typists.note(event.profileId, event.name);
        break;
      case "state":
        if (event.profileId !== me && $state.get().other) {
          set({ other: { readSeq: event.readSeq, deliveredSeq: event.deliveredSeq } });
        }
    }
  }

  const store: ConversationStore = {
    $state,
    start() {
      outbox.restore();
      const stopListening = listenToMessages(deliver);
      const stopSaving = progress.start();
      if (newest) outbox.sendAll();
      else void load();
      return () => {
        stopListening();
        typists.stop();
        catchingUp.stop();
        lookingBack.stop();
        stopSaving();
        outbox.stop();
      };
    },
    retry: () => void load(),
    async loadOlder() {
      await loadBefore();
    },
    async reveal(seq) {
      for (;;) {
        const { messages, hasMore, problem } = $state.get();
        const first = messages[0]?.seq ?? 0;
        if (first <= seq || !hasMore || problem) return;
        await loadBefore(maxPageLimit);
      }
    },
    send(text) {
      typedAt = 0;
      outbox.add(text);
    },
    sendAgain: (clientId) => outbox.sendAll(clientId),
    forget: (seq) => set(markDeleted($state.get(), [seq])),
    noteTyping() {
      if (Date.now() - typedAt < typingPause) return;
      typedAt = Date.now();
      // A lost typing event is harmless.
      sendTyping(threadId).catch(() => {});
    },
    noteRead: () => progress.note(newestSeq($state.get())),
  };

  async function loadBefore(limit?: number): Promise<void> {
    const { hasMore, loadingOlder, messages } = $state.get();
    const [first] = messages;
    if (!hasMore || loadingOlder || !first) return;
    set({ loadingOlder: true, problem: "" });
    try {
      const page = await fetchMessages(threadId, { before: first.seq, limit });
      set({ ...addOlder($state.get(), page), loadingOlder: false });
    } catch (error) {
      set({ loadingOlder: false, problem: messageOf(error) });
    }
  }

  return store;
}
