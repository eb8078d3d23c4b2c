/**
 * Ends each pass of the event loop soon, because Node accepts only one new connection in each. With
 * 1,000 connections that request static files, a pass took 100 ms and more, and new visitors waited
 * for seconds until they were connected. Requests that arrive late in a pass wait for the next
 * ones, with client addresses taking turns.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** For how many milliseconds one pass handles requests. Every pass handles at least one. */
const passMs = 10;
/** The same while connections are being accepted, because more may be waiting. */
const acceptingPassMs = 1;
/**
 * How many requests are handled before a pass is watched again, because watching every pass costs a
 * fifth of the throughput. This number of requests can't make a pass long.
 */
export const unwatchedRequests = 64;

export interface Passes {
  /** Handles a request of this address in this pass or in a later one. */
  handle(findAddress: () => string, work: () => void): void;
  /** Call when a connection was accepted. */
  noteConnection(): void;
}

export function createPasses(now = () => performance.now()): Passes {
  /** Waiting requests by address, in order of turns. An address moves to the end after its turn. */
  const lines = new Map<string, (() => void)[]>();
  /** When the watched part of this pass began. Undefined if this pass isn't watched. */
  let startedAt: number | undefined;
  /** How many more requests are handled before a pass is watched. */
  let unwatchedLeft = unwatchedRequests;
  let isAccepting = false;
  let limitMs = passMs;
  // Requests must not inherit the context of the one that happens to be handled before them.
  const runInOwnContext = AsyncLocalStorage.snapshot();

  const isOver = () => startedAt !== undefined && now() - startedAt >= limitMs;

  const startPass = () => {
    startedAt = now();
    setImmediate(endPass);
  };

  const handleNext = () => {
    const [next] = lines;
    if (!next) return;
    const [address, line] = next;
    const work = line.shift();
    lines.delete(address);
    if (line.length > 0) lines.set(address, line);
    if (work) runInOwnContext(work);
  };

  function endPass(): void {
    startedAt = undefined;
    limitMs = isAccepting ? acceptingPassMs : passMs;
    unwatchedLeft = isAccepting ? 0 : unwatchedRequests;
    isAccepting = false;
    if (lines.size === 0) return;
    startPass();
    do handleNext();
    while (lines.size > 0 && !isOver());
  }

  return {
    handle(findAddress, work) {
      if (startedAt === undefined) {
        if (unwatchedLeft > 0) {
          unwatchedLeft -= 1;
          return work();
        }
        startPass();
      }
      if (lines.size === 0 && !isOver()) return work();
      const address = findAddress();
      const line = lines.get(address);
      if (line) line.push(work);
      else lines.set(address, [work]);
    },
    noteConnection() {
      isAccepting = true;
      limitMs = acceptingPassMs;
      unwatchedLeft = 0;
    },
  };
}
