/**
 * Limits on what is tried against one email address. Strangers can use up what all share, but not
 * what each source has to itself: whoever comes from a source that has hardly tried yet may use a
 * reserve, so that others' failures don't lock the owner out.
 */
import type { Context } from "../context.ts";
import { type Limit, tooManyAttempts } from "./rate-limits.ts";

export interface Budget {
  /** What one source may try. */
  bySource: Limit;
  /** What all sources may try together. */
  shared: Limit;
  /** What sources that have hardly tried may try beyond that, each limit being one of them. */
  reserves: Limit[];
}

export interface Share {
  /** Whether it came from the reserve: failing, it is refused like an attempt over the limit. */
  fromReserve: boolean;
  /** Seconds until the shared budget starts anew. */
  retryAfter: number;
  /** How many points the source has used, this one included. */
  used: number;
  /** Gives back what the source has used, for an attempt that succeeded. */
  giveBack(): Promise<void>;
}

/** How many times a source may use the reserve. */
const triesFromReserve = 2;

/**
 * Takes a point of the budget. `address` names whose it is, `source` who tries.
 * @throws AppError `rate_limited`.
 */
export async function takeShare(
  { limits }: Context,
  { bySource, shared, reserves }: Budget,
  address: string,
  source: string,
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
    for (const reserve of reserves) {
      if (!(await limits.tryConsume(reserve, address))) throw await refuse();
    }
  }
  return {
    fromReserve: !allowed,
    retryAfter,
    used: own.used,
    async giveBack() {
      await limits.reset(bySource, `${address} ${source}`);
      if (allowed) await limits.giveBack(shared, address, own.used);
      else await Promise.all(reserves.map((reserve) => limits.giveBack(reserve, address, 1)));
    },
  };
}
