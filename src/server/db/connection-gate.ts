/** Limits how many connections each account and each client address can use at once. */
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Caller } from "./caller.ts";
import { databaseUnavailable } from "./failures.ts";

const t = getTexts("http");

interface Share {
  /** The maximum number of connections in use at once. */
  connections: number;
  /** The maximum number of waiting requests. Further requests are rejected immediately. */
  waiting: number;
}

export type Shares = Record<Caller["kind"], Share>;

/**
 * A dashboard with several tabs sends dozens of requests at once, which wait here briefly. An
 * address may be shared by a whole school, because requests count against their address until their
 * account is known.
 */
const shares: Shares = {
  account: { connections: 2, waiting: 60 },
  address: { connections: 4, waiting: 400 },
};

/**
 * RATE_LIMIT_FACTOR multiplies the limits of addresses and of waiting requests. It doesn't give
 * accounts more connections, because that limit isn't a rate.
 */
export function createShares(factor: number): Shares {
  const times = (number: number) => Math.max(1, Math.floor(number * factor));
  const { account, address } = shares;
  return {
    account: { ...account, waiting: times(account.waiting) },
    address: { connections: times(address.connections), waiting: times(address.waiting) },
  };
}

/** How long a request waits for a connection before it is rejected, in milliseconds. */
export const defaultMaxWaitMs = 8_000;
/** If none of the caller's other requests has ended for this long, the database is probably down. */
const maxSilenceMs = 4_000;

interface Waiter {
  start(): void;
  timer: NodeJS.Timeout;
}

interface Lane {
  busy: number;
  /** When a connection was last released without an error, in milliseconds since the Unix epoch. */
  releasedAt: number;
  /** Requests that have started go first, so that they can finish and free their connections. */
  started: Waiter[];
  starting: Waiter[];
}

export class ConnectionGate {
  readonly #shares: Shares;
  readonly #maxWaitMs: number;
  readonly #lanes = new Map<string, Lane>();

  constructor(shares: Shares, maxWaitMs = defaultMaxWaitMs) {
    this.#shares = shares;
    this.#maxWaitMs = maxWaitMs;
  }

  /**
   * Resolves when the caller may take a connection.
   *
   * @returns a function that releases the slot. Call it once, with the error if the connection failed.
   * @throws AppError `rate_limited` if too many requests are waiting, or if the caller's other
   * requests take so long that this one waits too long; `database_unavailable` if none of them has
   * ended recently, because then the database is probably down.
   */
  async enter(caller: Caller): Promise<(error?: Error) => void> {
    const share = this.#shares[caller.kind];
    const key = `${caller.kind} ${caller.id}`;
    const lane = this.#lanes.get(key) ?? { busy: 0, releasedAt: 0, started: [], starting: [] };
    this.#lanes.set(key, lane);
    if (lane.busy < share.connections) lane.busy += 1;
    else await this.#wait(lane, caller.request.hasStarted, share.waiting);
    caller.request.hasStarted = true;
    return (error) => this.#leave(key, lane, error);
  }

  #wait(lane: Lane, hasStarted: boolean, maxWaiting: number): Promise<void> {
    if (!hasStarted && lane.starting.length >= maxWaiting) throw tooBusy();
    const queue = hasStarted ? lane.started : lane.starting;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiter), 1);
        const isDatabaseUp = Date.now() - lane.releasedAt < maxSilenceMs;
        reject(isDatabaseUp ? tooBusy() : databaseUnavailable());
      }, this.#maxWaitMs);
      timer.unref();
      const waiter: Waiter = { start: resolve, timer };
      queue.push(waiter);
    });
  }

  /** Passes the slot directly to the next waiting request, so that no other request can take it. */
  #leave(key: string, lane: Lane, error: Error | undefined): void {
    if (!error) lane.releasedAt = Date.now();
    const next = lane.started.shift() ?? lane.starting.shift();
    if (next) {
      clearTimeout(next.timer);
      next.start();
      return;
    }
    lane.busy -= 1;
    if (lane.busy === 0) this.#lanes.delete(key);
  }
}

function tooBusy(): AppError {
  return new AppError("rate_limited", t("tooManyAtOnce"), { retryAfter: 2 });
}
