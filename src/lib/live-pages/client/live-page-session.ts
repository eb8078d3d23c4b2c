/**
 * One viewer's live page. It combines the state from the stream with the viewer's own commands,
 * which are shown before the server has confirmed them.
 */
import { atom, type ReadableAtom } from "nanostores";
import { ApiError, messageOf } from "../../client/api-error.ts";
import { sendLivePageCommand } from "../live-pages.calls.ts";
import { showClass } from "../live-pages.queries.ts";
import type { LivePageEvents, LivePageSnapshot, LivePageState } from "../live-pages.responses.ts";
import { minPointerGapMs, pointerMs } from "../live-pages.rules.ts";
import type { LivePageCommand } from "../live-pages.ts";
import { openLivePageStream, type StreamState } from "./live-page-stream.ts";

export interface LivePageView extends LivePageSnapshot {
  /** The word or verse that the lead points at. */
  pointer: LivePageEvents["pointer"] | null;
  stream: StreamState;
  /** Why the viewer's last command was rejected. */
  problem: string | undefined;
  /**
   * The person to whom the viewer has passed the lead, even while the server hasn't confirmed it. Undefined
   * once the viewer leads again.
   */
  passedTo: string | undefined;
}

export interface LivePageSession {
  $view: ReadableAtom<LivePageView>;
  /**
   * Carries out a command. A rejection becomes the view's `problem`. @returns whether it was
   * accepted.
   */
  send(command: LivePageCommand): Promise<boolean>;
  /**
   * Points at a word or a whole verse. Most pointers in a quick series are skipped, but the latest
   * one is always sent.
   */
  point(verse: string, word: number | null): void;
  dismissProblem(): void;
  /** Opens the stream, and keeps it open until the returned function is called. */
  start(): () => void;
}

/** For how long incoming pointers may be the viewer's own, in milliseconds. */
const ownPointerMs = 1_000;

/** A change that the viewer sees before the server has confirmed it. */
interface Pending {
  command: LivePageCommand;
  patch: Partial<LivePageState>;
  /**
   * Whether the viewer's own hand is raised afterward. Undefined if the command doesn't affect it.
   */
  isHandRaised: boolean | undefined;
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
    passedTo: undefined,
  });

  function update(change: Partial<Omit<LivePageView, keyof LivePageSnapshot>> = {}): void {
    const state = Object.assign({}, confirmed.state, ...pending.map(({ patch }) => patch));
    const hand = pending.findLast((each) => each.isHandRaised !== undefined)?.isHandRaised;
    const isHandRaised = hand ?? confirmed.isHandRaised;
    const before = $view.get();
    const role = roleIn(confirmed);
    const next = { ...before, ...confirmed, state, isHandRaised, role, ...change };
    const isPassed = next.pointer !== null && next.pointer.verse !== state.current;
    const isByFormerLead = before.state.lead._id !== state.lead._id;
    $view.set(isPassed || isByFormerLead ? { ...next, pointer: null } : next);
  }

  function showPointer(pointer: LivePageEvents["pointer"] | null): void {
    clearTimeout(pointerTimer);
    pointerTimer = pointer ? setTimeout(() => showPointer(null), pointerMs) : undefined;
    // The state that contains the verse may arrive later.
    $view.set({ ...$view.get(), pointer });
  }

  function takeIn(seq: number, state: LivePageState): void {
    if (seq < confirmed.seq) return;
    const { profileId } = confirmed;
    const isLeadAgain = state.lead._id === profileId && confirmed.state.lead._id !== profileId;
    if (isLeadAgain) $view.set({ ...$view.get(), passedTo: undefined });
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
      // Neither the state nor its number says anything about raised hands. The presence does, and
      // it arrives later.
      if (next.isHandRaised !== undefined) {
        confirmed = { ...confirmed, isHandRaised: next.isHandRaised };
        next.isHandRaised = undefined;
      }
      if (seq <= confirmed.seq) pending = pending.filter((each) => each !== next);
      update({ problem: undefined });
      next.settle(true);
    } catch (error) {
      pending = pending.filter((each) => each !== next);
      const isPass = next.command.command === "lead";
      update({ problem: messageOf(error), ...(isPass && { passedTo: undefined }) });
      next.settle(false);
    }
    void sendNext();
  }

  /**
   * Commands are sent one after the other. A waiting command that moves to another verse is
   * replaced by the next one.
   */
  function send(command: LivePageCommand): Promise<boolean> {
    const last = pending.at(-1);
    if (command.command === "go" && last?.command.command === "go" && !last.isSending) {
      pending = pending.slice(0, -1);
      last.settle(true);
    }
    return new Promise((settle) => {
      const [patch, isHandRaised] = [patchOf(command), handOf(command)];
      pending = [...pending, { command, patch, isHandRaised, isSending: false, settle }];
      const passed = command.command === "lead" && command.profileId !== confirmed.profileId;
      update(passed ? { passedTo: command.profileId } : {});
      void sendNext();
    });
  }

  const sendPointer = createThrottle(minPointerGapMs, (verse: string, word: number | null) => {
    const { problem } = $view.get();
    const sending = sendLivePageCommand(classId, { command: "point", verse, word });
    sending.then(
      () => {
        const isSolved = problem !== undefined && $view.get().problem === problem;
        if (isSolved) update({ problem: undefined });
      },
      (error: unknown) => {
        // A lost pointer isn't worth an error message.
        const isRefused = error instanceof ApiError && !error.temporary;
        if (isRefused) update({ problem: messageOf(error) });
      },
    );
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
          // The viewer's own pointers are shown immediately, so the ones that return from the
          // server are outdated.
          if (Date.now() - pointedAt > ownPointerMs) showPointer(pointer);
        },
        onPresence(presence) {
          confirmed = { ...confirmed, ...presence };
          update();
        },
        onClass: (facts) => showClass(classId, facts),
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

/** The effect of a command, as far as the viewer's browser can predict it. */
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

/**
 * Whether the sender's own hand is raised after a command. Undefined if the command doesn't affect
 * it.
 */
function handOf(command: LivePageCommand): boolean | undefined {
  if (command.command === "raise") return true;
  return command.command === "lower" && command.profileId === undefined ? false : undefined;
}

/** Calls `work` at most once every `gap` milliseconds, always with the latest arguments. */
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
