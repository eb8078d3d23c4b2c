/** One open conversation: reads it, keeps up with news, sends, and says how far it has been read. */
import { atom, type ReadableAtom } from "nanostores";
import { messageOf } from "#lib/client/api-error.ts";
import {
  fetchMessages,
  saveProgress,
  sendMessage,
  tellTyping,
} from "#lib/client/messages.calls.ts";
import { listenToMessages } from "#lib/client/messages.live.ts";
import {
  addMessages,
  addOlder,
  type Conversation,
  emptyConversation,
  leavesGap,
  newestSeq,
  noteProblem,
  putOut,
} from "#lib/conversation.ts";
import type { LiveEvent, Progress } from "#lib/messages.ts";

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
  send(text: string, clientId?: string): Promise<void>;
  /** Tells the others, at most every three seconds. */
  noteTyping(): void;
  /** Everything that is here has been seen. */
  noteRead(): void;
  stop(): void;
}

const typingLasts = 5_000;
const typingPause = 3_000;

export function openConversation(threadId: string, me: string, other: Progress | null) {
  const $state = atom<ConversationState>({
    ...emptyConversation,
    status: "loading",
    problem: "",
    loadingOlder: false,
    typing: [],
    other,
  });
  const set = (change: Partial<ConversationState>) => $state.set({ ...$state.get(), ...change });
  const typists = new Map<string, { name: string; until: ReturnType<typeof setTimeout> }>();
  let catchingUp: Promise<void> | undefined;
  let readSeq = 0;
  let typedAt = 0;

  async function load(): Promise<void> {
    set({ status: "loading", problem: "" });
    try {
      set({ ...addOlder($state.get(), await fetchMessages(threadId)), status: "ready" });
    } catch (error) {
      set({ status: "trouble", problem: messageOf(error, "Failed to load messages") });
    }
  }

  /** Gets everything after what is here; calls meanwhile share the one that runs. */
  function catchUp(): Promise<void> {
    catchingUp ??= (async () => {
      for (let hasMore = true; hasMore; ) {
        const page = await fetchMessages(threadId, { after: newestSeq($state.get()) });
        set(addMessages($state.get(), page.messages));
        hasMore = page.hasMore;
      }
    })()
      // The next news, or the next look, catches up.
      .catch(() => {})
      .finally(() => {
        catchingUp = undefined;
      });
    return catchingUp;
  }

  function showTyping(profileId: string, name: string | undefined): void {
    clearTimeout(typists.get(profileId)?.until);
    typists.delete(profileId);
    if (name !== undefined) {
      const until = setTimeout(() => showTyping(profileId, undefined), typingLasts);
      typists.set(profileId, { name, until });
    }
    set({ typing: [...typists.values()].map((typist) => typist.name) });
  }

  function hear(event: LiveEvent): void {
    if (event.type === "resync") {
      if ($state.get().status === "ready") void catchUp();
      return;
    }
    if (event.threadId !== threadId) return;
    switch (event.type) {
      case "message":
        showTyping(event.message.author._id, undefined);
        if (leavesGap($state.get(), event.message)) void catchUp();
        else set(addMessages($state.get(), [event.message]));
        break;
      case "typing":
        if (event.profileId !== me) showTyping(event.profileId, event.name);
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
      const { hasMore, loadingOlder, messages } = $state.get();
      const [first] = messages;
      if (!hasMore || loadingOlder || !first) return;
      set({ loadingOlder: true, problem: "" });
      try {
        const page = await fetchMessages(threadId, { before: first.seq });
        set({ ...addOlder($state.get(), page), loadingOlder: false });
      } catch (error) {
        const problem = messageOf(error, "Failed to load messages");
        set({ loadingOlder: false, problem });
      }
    },
    async reveal(seq) {
      for (;;) {
        const { messages, hasMore, problem } = $state.get();
        const first = messages[0]?.seq ?? 0;
        if (first <= seq || !hasMore || problem) return;
        await store.loadOlder();
      }
    },
    async send(text, clientId = crypto.randomUUID()) {
      set(putOut($state.get(), { clientId, text }));
      typedAt = 0;
      try {
        const message = await sendMessage(threadId, { clientId, text });
        if (leavesGap($state.get(), message)) await catchUp();
        set(addMessages($state.get(), [message]));
      } catch (error) {
        const problem = messageOf(error, "The message could not be sent");
        set(noteProblem($state.get(), clientId, problem));
      }
    },
    noteTyping() {
      if (Date.now() - typedAt < typingPause) return;
      typedAt = Date.now();
      // Nobody misses it.
      tellTyping(threadId).catch(() => {});
    },
    noteRead() {
      const seq = newestSeq($state.get());
      if (seq <= readSeq) return;
      const before = readSeq;
      readSeq = seq;
      saveProgress(threadId, { readSeq: seq }).catch(() => {
        // The next look says it again.
        readSeq = before;
      });
    },
    stop() {
      stopListening();
      for (const { until } of typists.values()) clearTimeout(until);
    },
  };
  const stopListening = listenToMessages(hear);
  void load();
  return store;
}
