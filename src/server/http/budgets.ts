/**
 * Limits attempts against one email address. Other people can exhaust the shared limit, but not the
 * limit of each source. Sources with few attempts can also use a reserve, so that failures by
 * others don't lock out the owner.
 */
import type { Context } from "../context.ts";
import { type Counter, type Limit, tooManyAttempts } from "../rate-limits.ts";

export interface Budget {
  /** The limit of one source. */
  bySource: Limit;
  /** The limit of all sources together. */
  shared: Limit;
  /** Further limits for sources with few attempts. An attempt needs a point from each of them. */
  reserves: Limit[];
  /**
   * The limit of one client on the reserves. Needed if a client can create any number of sources.
   */
  reserveByClient?: Limit;
}

export interface Share {
  /** Whether the reserve was used. A failed attempt is then rejected like one over the limit. */
  fromReserve: boolean;
  /** Seconds until the shared limit resets. */
  retryAfter: number;
  /** Returns all points that the source has used, after a successful attempt. */
  giveBack(): Promise<void>;
  /** Returns only the point of this attempt. */
  withdraw(): Promise<void>;
}

/** How many times a source can use the reserve. */
const triesFromReserve = 2;

interface Attempt {
  /** The email address, or its keyed hash. */
  address: string;
  /** The source of the attempts. */
  source: string;
  /** The client address, if the source is something else. */
  client?: string;
  /** Limits that an attempt must pass first. Their points are returned like the budget's. */
  before?: readonly Counter[];
  /** A limit that only attempts within the budget use up. Its points are never returned. */
  after?: Counter;
}

/**
 * Takes a point from the budget, usually in one statement.
 * @throws AppError `rate_limited`.
 */
export async function takeShare(
  { limits }: Context,
  { bySource, shared, reserves, reserveByClient }: Budget,
  { address, source, client = source, before = [], after }: Attempt,
): Promise<Share> {
  const ofSource = { limit: bySource, key: `${address} ${source}` };
  const ofAll = { limit: shared, key: address };
  const inTurn = [...before, ofSource, ofAll, ...(after ? [after] : [])];
  const taken = await limits.takeInTurn(inTurn);
  const [own, common] = taken.slice(before.length);
  const refused = taken.findIndex(({ allowed }) => !allowed);
  if (!own || !common || refused > before.length + 1) {
    throw tooManyAttempts(taken[refused]?.retryAfter ?? 1, inTurn[refused]?.limit.message);
  }
  const { allowed, retryAfter } = common;
  const ofReserves: Counter[] = [];
  if (!allowed) {
    // A rejected attempt doesn't count against the source.
    const refuse = async () => {
      await limits.giveBack([{ ...ofSource, points: 1 }]);
      return tooManyAttempts(retryAfter);
    };
    if (own.used > triesFromReserve) throw await refuse();
    if (reserveByClient) ofReserves.push({ limit: reserveByClient, key: `${address} ${client}` });
    for (const limit of reserves) ofReserves.push({ limit, key: address });
    const reserved = await limits.takeInTurn(ofReserves);
    if (reserved.some((each) => !each.allowed)) throw await refuse();
    if (after) await limits.consume(after.limit, after.key);
  }
  const giveBack = (points: number) =>
    limits.giveBack([
      ...[...before, ofSource].map((counter) => ({ ...counter, points })),
      ...(allowed
        ? [{ ...ofAll, points }]
        : ofReserves.map((counter) => ({ ...counter, points: 1 }))),
    ]);
  return {
    fromReserve: !allowed,
    retryAfter,
    giveBack: () => giveBack(own.used),
    withdraw: () => giveBack(1),
  };
}
