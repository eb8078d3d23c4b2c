/**
 * Limits how many API calls of one client address are in progress. Without this, the calls of a
 * flood would wait for database connections until they fail, and background jobs would find no time
 * to connect.
 */
import { waitingAsConnections } from "./start-turns.ts";
import { createTurns, type Turns } from "./turns.ts";

/** Higher than the limit of one address, so that calls of other addresses can start immediately. */
const concurrentCalls = 48;
export const concurrentCallsPerAddress = 24;

/**
 * A call that takes longer waits for a provider or for the database, whose connections are shared
 * fairly too.
 */
const maxTurnMs = 250;

export function createCallTurns(): Turns {
  return createTurns({
    ...waitingAsConnections,
    concurrency: concurrentCalls,
    concurrencyPerSource: concurrentCallsPerAddress,
    maxTurnMs,
  });
}
