/**
 * One viewer's live page: what the stream says, and the viewer's own commands, which are shown before
 * the server has confirmed them.
 */
import { atom, type ReadableAtom } from "nanostores";
import { ApiError, messageOf } from "../../client/api-error.ts";
import { sendLivePageCommand } from "../live-pages.calls.ts";
import type { LivePageEvents, LivePageSnapshot, LivePageState } from "../live-pages.responses.ts";
import { minPointerGapMs, pointerMs } from "../live-pages.rules.ts";
import type { LivePageCommand } from "../live-pages.ts";
import { openLivePageStream, type StreamState } from "./live-page-stream.ts";

export interface LivePageView extends LivePageSnapshot {
  /** The word or verse at which the lead points. */
  pointer: LivePageEvents["pointer"] | null;
  stream: StreamState;
  /** Why the viewer's last command was refused. */
  problem: string | undefined;
}

export interface LivePageSession {
  $view: ReadableAtom<LivePageView>;
  /** Carries out a command. A refusal becomes the view's `problem`. @returns whether it was accepted. */
  send(command: LivePageCommand): Promise<boolean>;
  /** Points at a word, or at a whole verse. Few of many pointers are sent, and always the latest. */
  point(verse: string, word: number | null): void;
  dismissProblem(): void;
  /** Opens the stream, until the returned function is called. */
  start(): () => void;
}

/** How long the pointers that arrive can be the viewer's own, in milliseconds. */
const ownPointerMs = 1_000;

/** A change that the viewer sees before the server has confirmed it. */
interface Pending {
  command: LivePageCommand;
  patch: Partial<LivePageState>;
  /** The number of the state that contains the change, once it is known. */
  seq?: number;
  isSending: boolean;
  settle: (isAccepted: boolean) => void;
}

export function createLivePageSession(classId: string, initial: LivePageSnapshot): LivePageSession {
  const pointerOf = ({ current, word }: LivePageState) =>
    current !== null && word !== null ? { verse: current, word } : null;
  let confirmed = initial;
  let pending: Pending[] = [];
  let pointedAt = Number.NEGATIVE_INFINITY;
  let pointerTimer: ReturnType<typeof setTimeout> | undefined;
  const $view = atom<LivePageView>({
    ...initial,
    pointer: pointerOf(initial.state),
    stream: "connecting",
    problem: undefined,
  });

  function update(change: Partial<Omit<LivePageView, keyof LivePageSnapshot>> = {}): void {
    const state = Object.assign({}, confirmed.state, ...pending.map(({ patch }) => patch));
    const before = $view.get();
    const next = { ...before, ...confirmed, state, role: roleIn(confirmed), ...change };
    const isPassed = next.pointer !== null && next.pointer.verse !== state.current;
    const isByFormerLead = before.state.lead._id !== state.lead._id;
    $view.set(isPassed || isByFormerLead ? { ...next, pointer: null } : next);
  }

  function showPointer(pointer: LivePageEvents["pointer"] | null): void {
    clearTimeout(pointerTimer);
    pointerTimer = pointer ? setTimeout(() => showPointer(null), pointerMs) : undefined;
    // The state with its verse may arrive later.
    $view.set({ ...$view.get(), pointer });
  }

  function takeIn(seq: number, state: LivePageState): void {
    if (seq < confirmed.seq) return;
    confirmed = { ...confirmed, seq, state };
    pending = pending.filter((each) => each.seq === undefined || each.seq > seq);
  }

  async function sendNext(): Promise<void> {
    const [next] = pending.filter((each) => each.seq === undefined);
    if (!next || next.isSending) return;
    next.isSending = true;
    try {
      const seq = await sendLivePageCommand(classId, next.command);
      next.seq = seq;
      if (seq <= confirmed.seq) pending = pending.filter((each) => each !== next);
      update({ problem: undefined });
      next.settle(true);
    } catch (error) {
      pending = pending.filter((each) => each !== next);
      update({ problem: messageOf(error) });
      next.settle(false);
    }
    void sendNext();
  }

  /** Commands are sent one after the other. One that waits to move on is replaced by the next one. */
  function send(command: LivePageCommand): Promise<boolean> {
    const last = pending.at(-1);
    if (command.command === "go" && last?.command.command === "go" && !last.isSending) {
      pending = pending.slice(0, -1);
      last.settle(true);
    }
    return new Promise((settle) => {
      const patch = patchOf(command);
      pending = [...pending, { command, patch, isSending: false, settle }];
      if (command.command === "raise") confirmed = { ...confirmed, isHandRaised: true };
      if (command.command === "lower" && !command.profileId) {
        confirmed = { ...confirmed, isHandRaised: false };
      }
      update();
      void sendNext();
    });
  }

  const sendPointer = createThrottle(minPointerGapMs, (verse: string, word: number | null) => {
    sendLivePageCommand(classId, { command: "point", verse, word }).catch((error: unknown) => {
      // A pointer that got lost isn't worth a message.
      const isRefused = error instanceof ApiError && !error.temporary;
      if (isRefused) update({ problem: messageOf(error) });
    });
  });

  return {
    $view,
    send,
    point(verse, word) {
      pointedAt = Date.now();
      showPointer({ verse, word });
      sendPointer(verse, word);
    },
    dismissProblem: () => update({ problem: undefined }),
    start() {
      const close = openLivePageStream(classId, {
        onSnapshot({ stream: _, seq, state, ...rest }) {
          confirmed = { ...confirmed, ...rest };
          takeIn(seq, state);
          update();
          showPointer(pointerOf($view.get().state));
        },
        onState({ seq, state }) {
          if (seq <= confirmed.seq) return;
          takeIn(seq, state);
          update();
        },
        onPointer(pointer) {
          // The viewer's own pointers are shown at once, so those that come back are older.
          if (Date.now() - pointedAt > ownPointerMs) showPointer(pointer);
        },
        onPresence(presence) {
          confirmed = { ...confirmed, ...presence };
          update();
        },
        onStream: (stream) => update({ stream }),
      });
      return () => {
        close();
        clearTimeout(pointerTimer);
      };
    },
  };
}

/** Whether the viewer leads the class now. */
export const isLead = ({ state, profileId }: LivePageSnapshot): boolean =>
  state.lead._id === profileId;

/** The role changes with the list of co-hosts. */
function roleIn({ role, state, profileId }: LivePageSnapshot): LivePageSnapshot["role"] {
  if (role === "host") return role;
  return state.cohosts.includes(profileId) ? "cohost" : "participant";
}

/** What a command changes, as far as the viewer's browser knows. */
function patchOf(command: LivePageCommand): Partial<LivePageState> {
  switch (command.command) {
    case "share": {
      const { from, to } = command;
      return { shared: true, from, to, current: from, word: null };
    }
    case "stop":
      return { shared: false, from: null, to: null, current: null, word: null, reciter: null };
    case "go":
      return { current: command.verse, word: null };
    case "show": {
      const { command: _, ...shown } = command;
      return shown;
    }
    case "lock":
      return { locked: command.locked };
    case "cohosts":
      return { cohosts: command.profileIds };
    case "recite":
      return command.profileId === null ? { reciter: null } : {};
    default:
      return {};
  }
}

/** Calls `work` at most once in `gap` milliseconds, and always with the latest arguments. */
function createThrottle<Args extends unknown[]>(gap: number, work: (...args: Args) => void) {
  let latest: Args | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = latest && setTimeout(run, gap);
    if (!latest) return;
    const args = latest;
    latest = undefined;
    work(...args);
  };
  return (...args: Args) => {
    latest = args;
    if (timer === undefined) run();
  };
}
