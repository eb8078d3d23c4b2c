/**
 * Renders a few pages at a time and lets addresses take turns. Rendering needs the processor, so that a
 * thousand pages started at once would delay every response, even the probes, until all are done. An
 * address that requests many pages only delays itself.
 */
import { AppError } from "#lib/errors.ts";
import { createFairQueue } from "../fair-queue.ts";

export interface RenderTurns {
  /**
   * Runs the work when it is the address's turn, and settles as the work does.
   *
   * @throws AppError `rate_limited` if too many requests wait already.
   */
  take(address: string, work: () => unknown): Promise<void>;
}

interface RenderTurnsOptions {
  /** RATE_LIMIT_FACTOR, which multiplies how many may wait. */
  factor?: number;
  /** Milliseconds after which the next one starts anyway. */
  maxTurnMs?: number;
}

/** Pages that are rendered at once. */
export const concurrentRenders = 6;
/** An address may be a school's. */
const waitingPerAddress = 200;
const waitingAltogether = 1_000;

/**
 * A turn ends with its work, but after a second at the latest: a page that waits for a provider, or for
 * a client that reads slowly, uses no processor time.
 */
export function createRenderTurns(options: RenderTurnsOptions = {}): RenderTurns {
  const { factor = 1, maxTurnMs = 1_000 } = options;
  const times = (number: number) => Math.max(1, Math.floor(number * factor));
  const queue = createFairQueue({
    concurrency: concurrentRenders,
    maxWaiting: times(waitingAltogether),
    maxWaitingPerSource: times(waitingPerAddress),
    refuse: () =>
      new AppError("rate_limited", "Too many pages are waiting to be rendered.", { retryAfter: 5 }),
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
