/** A queue whose tasks take turns of limited length. */
import { createFairQueue, type FairQueueOptions } from "../../fair-queue.ts";

export interface Turns {
  /**
   * Runs the work when it is the address's turn, and settles like the work. The turn ends with the
   * work, when the work says so, or after some time: work that waits for a provider, or for a client
   * that reads slowly, uses no CPU.
   *
   * @param work is called with a function that ends the turn early.
   * @throws AppError `rate_limited` if too many requests are waiting.
   */
  take(address: string, work: (endTurn: () => void) => unknown): Promise<void>;
}

interface TurnsOptions extends FairQueueOptions {
  /** Milliseconds after which the next turn starts even if the work hasn't ended. */
  maxTurnMs?: number;
}

export function createTurns({ maxTurnMs, ...options }: TurnsOptions): Turns {
  const queue = createFairQueue(options);
  return {
    take: (address, work) =>
      new Promise((resolve, reject) => {
        const takeTurn = () =>
          new Promise<void>((endTurn) => {
            const timer = maxTurnMs === undefined ? undefined : setTimeout(endTurn, maxTurnMs);
            const end = () => {
              clearTimeout(timer);
              endTurn();
            };
            Promise.try(work, end)
              .then(() => resolve(), reject)
              .finally(end);
          });
        queue.run(address, takeTurn).catch(reject);
      }),
  };
}
