/**
 * The words and verses that leads point at. Pointers are only sent, never stored. Each class gets
 * at most four per second, and the latest one is always sent.
 */
import { LRUCache } from "lru-cache";
import { minPointerGapMs, pointerMs } from "#lib/live-pages/live-pages.rules.ts";
import type { LivePagePointer, StoredLivePage } from "../../context.ts";
import type { PointerEvent } from "./page-events.ts";

interface Pointed {
  /** The latest pointer that was sent or received. */
  sent: PointerEvent | undefined;
  /**
   * When the pointer arrived, according to this process's clock. The clocks of other processes can
   * differ.
   */
  arrivedAt: number;
  /** The pointer that is sent once the minimum interval has passed. */
  waiting: { event: PointerEvent; timer: NodeJS.Timeout } | undefined;
}

export interface Pointers {
  point(page: StoredLivePage, pointer: LivePagePointer): void;
  /** Accepts a pointer from any process. @returns whether it is new. */
  receive(event: PointerEvent): boolean;
  find(classId: string): LivePagePointer | undefined;
  stop(): void;
}

const maxClasses = 5_000;

/** @param send is called with each pointer that all processes should receive. */
export function createPointers(send: (event: PointerEvent) => void): Pointers {
  const classes = new LRUCache<string, Pointed>({
    max: maxClasses,
    dispose: ({ waiting }) => clearTimeout(waiting?.timer),
  });

  const findOrAdd = (classId: string): Pointed => {
    const known = classes.get(classId);
    if (known) return known;
    const added: Pointed = { sent: undefined, arrivedAt: 0, waiting: undefined };
    classes.set(classId, added);
    return added;
  };

  const drop = (pointed: Pointed) => {
    clearTimeout(pointed.waiting?.timer);
    pointed.waiting = undefined;
  };

  return {
    point({ classId, leadEpoch }, pointer) {
      const pointed = findOrAdd(classId);
      const now = Date.now();
      const at = Math.max(now, (pointed.sent?.at ?? 0) + 1);
      const event: PointerEvent = { type: "pointer", classId, epoch: leadEpoch, at, ...pointer };
      if (pointed.waiting) {
        pointed.waiting.event = event;
        return;
      }
      const gap = pointed.arrivedAt + minPointerGapMs - now;
      if (gap <= 0) return send(event);
      const timer = setTimeout(() => {
        const latest = pointed.waiting?.event;
        pointed.waiting = undefined;
        if (latest) send({ ...latest, at: Math.max(Date.now(), (pointed.sent?.at ?? 0) + 1) });
      }, gap);
      timer.unref();
      pointed.waiting = { event, timer };
    },
    receive(event) {
      const pointed = findOrAdd(event.classId);
      if (event.at <= (pointed.sent?.at ?? 0)) return false;
      pointed.sent = event;
      pointed.arrivedAt = Date.now();
      // The lead has sent a newer pointer through another process.
      if (pointed.waiting && pointed.waiting.event.at < event.at) drop(pointed);
      return true;
    },
    find(classId) {
      const pointed = classes.get(classId);
      if (!pointed?.sent || pointed.arrivedAt + pointerMs <= Date.now()) return undefined;
      const { verse, word } = pointed.sent;
      return { verse, word };
    },
    stop() {
      for (const pointed of classes.values()) drop(pointed);
    },
  };
}
