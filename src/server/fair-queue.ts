/**
 * A bounded queue for expensive work that takes turns between sources, so that one source's
 * flood delays the others by one piece of work at a time and never fills the queue for them.
 */

export interface FairQueueOptions {
  /** How many pieces of work run at once. */
  concurrency: number;
  /** How many may wait altogether. */
  maxWaiting: number;
  /** How many of one source may wait. */
  maxWaitingPerSource: number;
  /** The error for work that finds no room. */
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
  /** In the order of their turns: a source that has had one goes to the end. */
  const sources = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  const startNext = () => {
    if (running >= options.concurrency) return;
    const [source, line] = sources.entries().next().value ?? [];
    const next = line?.shift();
    if (source === undefined || !line || !next) return;
    sources.delete(source);
    if (line.length > 0) sources.set(source, line);
    waiting -= 1;
    running += 1;
    next.start();
  };

  /**
   * Makes room for one more of the source, at the cost of the source with most; false if there is
   * none.
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
        running -= 1;
        startNext();
      }
    },
  };
}
