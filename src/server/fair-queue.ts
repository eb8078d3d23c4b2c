/**
 * A bounded queue for expensive work. It serves sources in turn, so that a flood of work from one
 * source delays the others by only one task at a time and can't fill the queue. Because tasks may
 * use the CPU without a pause, the event loop runs between two tasks.
 */
import { setImmediate } from "node:timers";

export interface FairQueueOptions {
  /** The maximum number of tasks that run at once. */
  concurrency: number;
  /** The maximum number of tasks of one source that run at once. */
  concurrencyPerSource?: number;
  /** The maximum number of waiting tasks in total. */
  maxWaiting: number;
  /** The maximum number of waiting tasks per source. */
  maxWaitingPerSource: number;
  /** Creates the error for tasks that are rejected because the queue is full. */
  refuse: () => Error;
}

export interface FairQueue {
  /** Runs the work when it is the source's turn. */
  run<Result>(source: string, work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  start: () => void;
  refuse: () => void;
}

export function createFairQueue(options: FairQueueOptions): FairQueue {
  /** Waiting tasks by source, in order of turns. A source moves to the end after its turn. */
  const sources = new Map<string, Waiting[]>();
  const { concurrencyPerSource = options.concurrency } = options;
  /** The number of running tasks by source. */
  const running = new Map<string, number>();
  let runningAltogether = 0;
  let waiting = 0;

  const countRunning = (source: string, change: 1 | -1) => {
    const count = (running.get(source) ?? 0) + change;
    if (count > 0) running.set(source, count);
    else running.delete(source);
    runningAltogether += change;
  };

  const findNext = () => {
    for (const [source, line] of sources) {
      if ((running.get(source) ?? 0) < concurrencyPerSource) return { source, line };
    }
    return undefined;
  };

  /** Tasks whose turn it is. One of them starts in each pass of the event loop. */
  const starting: Waiting[] = [];

  const start = () => {
    starting.shift()?.start();
    if (starting.length > 0) setImmediate(start);
  };

  const startNext = () => {
    if (runningAltogether >= options.concurrency) return;
    const { source, line } = findNext() ?? {};
    const next = line?.shift();
    if (source === undefined || !line || !next) return;
    sources.delete(source);
    if (line.length > 0) sources.set(source, line);
    waiting -= 1;
    countRunning(source, 1);
    starting.push(next);
    if (starting.length === 1) setImmediate(start);
  };

  /**
   * Makes room for one more task from this source. If the queue is full, it rejects a task of the
   * source with the most waiting tasks. Returns false if there is no room.
   */
  const makeRoom = (source: string): boolean => {
    const own = sources.get(source)?.length ?? 0;
    if (own >= options.maxWaitingPerSource) return false;
    if (waiting < options.maxWaiting) return true;
    const [longest] = [...sources.values()].sort((one, other) => other.length - one.length);
    if (!longest || longest.length <= own + 1) return false;
    longest.pop()?.refuse();
    waiting -= 1;
    return true;
  };

  const takeTurn = (source: string) =>
    new Promise<void>((resolve, reject) => {
      if (!makeRoom(source)) return reject(options.refuse());
      const line = sources.get(source) ?? [];
      line.push({ start: resolve, refuse: () => reject(options.refuse()) });
      sources.set(source, line);
      waiting += 1;
      startNext();
    });

  return {
    async run(source, work) {
      await takeTurn(source);
      try {
        return await work();
      } finally {
        countRunning(source, -1);
        startNext();
      }
    },
  };
}
