/**
 * Starts requests in turns of client addresses, one in each pass of the event loop. Everything that
 * isn't sent from memory takes CPU time from its start, even a rejection, and Node starts all
 * requests that arrive together at once. Without turns, a visitor with a few hundred connections
 * delays every response by seconds, including the probes.
 */
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { createTurns } from "./turns.ts";

const t = getTexts("http");

/**
 * As many requests as there can be connections, each of which has one request in progress. So the
 * clients that cause a flood delay only one another. Refusing these requests would cost as much as
 * starting them.
 */
export const waitingAsConnections = {
  maxWaiting: 8_192,
  maxWaitingPerSource: 2_048,
  refuse: () => new AppError("rate_limited", t("tooManyAtOnce"), { retryAfter: 5 }),
};

/** Starts the work when it is the address's turn, and settles like the work. */
export type TakeStart = (address: string, work: () => unknown) => Promise<void>;

export function createStartTurns(): TakeStart {
  const { take } = createTurns({ ...waitingAsConnections, concurrency: 1 });
  return (address, work) =>
    take(address, (endTurn) => {
      endTurn();
      return work();
    });
}
