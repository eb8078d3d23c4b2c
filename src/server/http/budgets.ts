/**
 * Limits attempts against one email address. Other people can exhaust the shared limit, but not the
 * limit of each source. Sources with few attempts can also use a reserve, so that failures by
 * others don't lock out the owner.
 */
import type { Context } from "../context.ts";
import { type Limit, tooManyAttempts } from "../rate-limits.ts";

export interface Budget {
  /** The limit of one source. */
  bySource: Limit;
  /** The limit of all sources together. */
  shared: Limit;
  /** Further limits for sources with few attempts. An attempt needs a point from each of them. */
  reserves: Limit[];
  /**
   * The limit of one client on the reserves. Needed where a client can create any number of
   * sources.
   */
  reserveByClient?: Limit;
}

export interface Share {
  /** Whether the reserve was used. A failed attempt is then rejected like one over the limit. */
  fromReserve: boolean;
  /** Seconds until the shared limit resets. */
  retryAfter: number;
  /** The number of points that the source has used, including this one. */
  used: number;
  /** Returns all points that the source has used, after a successful attempt. */
  giveBack(): Promise<void>;
  /** Returns only the point of this attempt. */
  withdraw(): Promise<void>;
}

/** How many times a source can use the reserve. */
const triesFromReserve = 2;

/**
 * Takes a point from the budget. `address` is the email address, `source` is who attempts, and
 * `client` is the client address if the source is something else.
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
    // A rejected attempt doesn't count against the source.
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
