/**
 * Limits on attempts against one email address. Strangers can exhaust the shared limit, but not the one
 * of each source. Sources with few attempts can also use a reserve, so that failures by others don't
 * lock out the owner.
 */
import type { Context } from "../context.ts";
import { type Limit, tooManyAttempts } from "../rate-limits.ts";

export interface Budget {
  /** What one source may try. */
  bySource: Limit;
  /** What all sources may try together. */
  shared: Limit;
  /** What sources that have hardly tried may try beyond that, each limit being one of them. */
  reserves: Limit[];
  /** What one client may take of the reserves, where clients can make as many sources as they like. */
  reserveByClient?: Limit;
}

export interface Share {
  /** Whether it came from the reserve: failing, it is refused like an attempt over the limit. */
  fromReserve: boolean;
  /** Seconds until the shared budget starts again. */
  retryAfter: number;
  /** How many points the source has used, this one included. */
  used: number;
  /** Returns what the source has used, for an attempt that succeeded. */
  giveBack(): Promise<void>;
  /** Returns this attempt only. */
  withdraw(): Promise<void>;
}

/** How many times a source may use the reserve. */
const triesFromReserve = 2;

/**
 * Takes a point of the budget. `address` names whose it is, `source` who tries, and `client` from
 * where, if the source isn't that itself.
 * @throws AppError `rate_limited`.
 */
export async function takeShare(
  { limits }: Context,
  { bySource, shared, reserves, reserveByClient }: Budget,
  address: string,
  source: string,
  client = source,
): Promise<Share> {
  const own = await limits.take(bySource, `${address} ${source}`);
  if (!own.allowed) throw tooManyAttempts(own.retryAfter);
  const { allowed, retryAfter } = await limits.take(shared, address);
  if (!allowed) {
    // A refused attempt leaves the source as fresh as it was.
    const refuse = async () => {
      await limits.giveBack(bySource, `${address} ${source}`, 1);
      return tooManyAttempts(retryAfter);
    };
    if (own.used > triesFromReserve) throw await refuse();
    const ofClient = `${address} ${client}`;
    if (reserveByClient && !(await limits.tryConsume(reserveByClient, ofClient))) {
      throw await refuse();
    }
    for (const reserve of reserves) {
      if (!(await limits.tryConsume(reserve, address))) throw await refuse();
    }
  }
  const giveBackShared = async (points: number) => {
    if (allowed) return limits.giveBack(shared, address, points);
    await Promise.all(reserves.map((reserve) => limits.giveBack(reserve, address, 1)));
    if (reserveByClient) await limits.giveBack(reserveByClient, `${address} ${client}`, 1);
  };
  return {
    fromReserve: !allowed,
    retryAfter,
    used: own.used,
    async giveBack() {
      await limits.reset(bySource, `${address} ${source}`);
      await giveBackShared(own.used);
    },
    async withdraw() {
      await limits.giveBack(bySource, `${address} ${source}`, 1);
      await giveBackShared(1);
    },
  };
}
