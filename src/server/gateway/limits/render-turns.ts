/**
 * Renders a few pages at a time, with client addresses taking turns. Rendering is CPU-bound, so a
 * thousand concurrent renders would delay every response, including the probes. A client address
 * that requests many pages delays only itself.
 */

import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { createFairQueue } from "../../fair-queue.ts";

const t = getTexts("http");

export interface RenderTurns {
  /**
   * Runs the work when it is the address's turn, and settles like the work.
   *
   * @throws AppError `rate_limited` if too many requests are waiting.
   */
  take(address: string, work: () => unknown): Promise<void>;
}

interface RenderTurnsOptions {
  /** RATE_LIMIT_FACTOR. Multiplies the number of requests that can wait. */
  factor?: number;
  /** Milliseconds after which the next turn starts even if the work hasn't ended. */
  maxTurnMs?: number;
}

/** The maximum number of concurrent renders. */
export const concurrentRenders = 6;
/** An address may be shared by a whole school. */
const waitingPerAddress = 200;
const waitingAltogether = 1_000;

/**
 * A turn ends with its work, or after one second: a page that waits for a provider, or for a client
 * that reads slowly, uses no CPU.
 */
export function createRenderTurns(options: RenderTurnsOptions = {}): RenderTurns {
  const { factor = 1, maxTurnMs = 1_000 } = options;
  const times = (number: number) => Math.max(1, Math.floor(number * factor));
  const queue = createFairQueue({
    concurrency: concurrentRenders,
    maxWaiting: times(waitingAltogether),
    maxWaitingPerSource: times(waitingPerAddress),
    refuse: () => new AppError("rate_limited", t("tooManyPages"), { retryAfter: 5 }),
  });
  return {
    take: (address, work) =>
      new Promise((resolve, reject) => {
        const takeTurn = async () => {
          const done = Promise.try(work).then(() => resolve(), reject);
          let timer: NodeJS.Timeout | undefined;
          const over = new Promise<void>((end) => {
            timer = setTimeout(end, maxTurnMs);
          });
          await Promise.race([done, over]);
          clearTimeout(timer);
        };
        queue.run(address, takeTurn).catch(reject);
      }),
  };
}
