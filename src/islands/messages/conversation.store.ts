/** One open conversation: reads it, keeps up with news, sends, and says how far it has been read. */
import { atom, type ReadableAtom } from "nanostores";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
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
import { fetchMessages, saveProgress, sendTyping } from "#lib/messages/messages.calls.ts";
import type { LiveEvent, Message, Progress } from "#lib/messages/messages.ts";
import { createOutbox } from "./outbox.ts";
import { createRetryTask } from "./retry-task.ts";
import { createTypingNames } from "./typing-names.ts";

export interface ConversationState extends Conversation {
  status: "loading" | "ready" | "trouble";
  /** What went wrong, where it did. */
  problem: string;
  loadingOlder: boolean;
  /** The names of those who are typing now. */
  typing: readonly string[];
  /** How far the other person has come; null in a course. */
  other: Progress | null;
}

export interface ConversationStore {
  $state: ReadableAtom<ConversationState>;
  retry(): void;
  loadOlder(): Promise<void>;
  /** Loads older messages until the one of this number is there. */
  reveal(seq: number): Promise<void>;
  send(text: string): void;
  /** Sends what could not be sent again. */
  sendAgain(clientId: string): void;
  /** Takes the text out of a message that has just been deleted here. */
  forget(seq: number): void;
  /** Tells the others, at most every three seconds. */
  noteTyping(): void;
  /** Everything that is here has been seen. */
  noteRead(): void;
  stop(): void;
}

const typingPause = 3_000;
/** The most that one call brings. */
const maxPageLimit = 100;

export function openConversation(
  threadId: string,
  me: string,
  other: Progress | null,
): ConversationStore {
  const $state = atom<ConversationState>({
    ...emptyConversation,
    status: "loading",
    problem: "",
    loadingOlder: false,
    typing: [],
    other,
  });
  const set = (change: Partial<ConversationState>) => $state.set({ ...$state.get(), ...change });
  const typists = createTypingNames((typing) => set({ typing }));
  /** Whether there was news before there was anything to add it to. */
  let heardEarly = false;
  let readSeq = 0;
  let typedAt = 0;

  async function load(): Promise<void> {
    set({ status: "loading", problem: "" });
    try {
      set({ ...addOlder($state.get(), await fetchMessages(threadId)), status: "ready" });
      if (heardEarly) catchingUp.run();
      outbox.sendAll();
    } catch (error) {
      set({ status: "trouble", problem: messageOf(error, "Failed to load messages") });
    }
  }

  /** Gets everything after what is here. */
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
      // One has no part in it any more.
      set({ status: "trouble", problem: error.message });
    }
    return undefined;
  });

  /** After a break: learns which of the newest messages have been deleted during it. */
  const lookingBack = createRetryTask(async () => {
    if ($state.get().messages.length === 0) return undefined;
    try {
      const { messages } = await fetchMessages(threadId, { limit: maxPageLimit });
      const deleted = messages.filter(({ deletedAt }) => deletedAt).map(({ seq }) => seq);
      if (deleted.length > 0) set(markDeleted($state.get(), deleted));
    } catch (error) {
      if (!(error instanceof ApiError) || error.temporary) throw error;
    }
    return undefined;
  });

  /** Takes a message that joins what is here; where others are missing, all are fetched. */
  function receive(message: Message): void {
    const state = $state.get();
    if (state.status !== "ready" || hasGap(state, message)) catchingUp.run();
    else set(addMessages(state, [message]));
  }

  const outbox = createOutbox({ threadId, me, $state, set, receive });

  function hear(event: LiveEvent): void {
    if (event.type === "resync") {
      if ($state.get().status === "trouble") void load();
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
      // Nobody misses it.
      sendTyping(threadId).catch(() => {});
    },
    noteRead() {
      const seq = newestSeq($state.get());
      if (seq <= readSeq) return;
      readSeq = seq;
      noting.run();
    },
    stop() {
      stopListening();
      typists.stop();
      catchingUp.stop();
      lookingBack.stop();
      noting.stop();
      outbox.stop();
    },
  };

  const noting = createRetryTask(async () => {
    try {
      await saveProgress(threadId, { readSeq });
    } catch (error) {
      if (error instanceof ApiError && error.temporary) throw error;
    }
    return undefined;
  });

  async function loadBefore(limit?: number): Promise<void> {
    const { hasMore, loadingOlder, messages } = $state.get();
    const [first] = messages;
    if (!hasMore || loadingOlder || !first) return;
    set({ loadingOlder: true, problem: "" });
    try {
      const page = await fetchMessages(threadId, { before: first.seq, limit });
      set({ ...addOlder($state.get(), page), loadingOlder: false });
    } catch (error) {
      set({ loadingOlder: false, problem: messageOf(error, "Failed to load messages") });
    }
  }

  const stopListening = listenToMessages(hear);
  void load();
  return store;
}
