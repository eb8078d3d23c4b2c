/** Rate limits shared by all processes. Their counters are stored in the database. */
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#lib/errors.ts";

export interface Limit {
  /** The name of the counter, e.g. `log-in-ip`. */
  name: string;
  points: number;
  /** In seconds. */
  duration: number;
  /** The error message, if it differs from the general one about too many attempts. */
  message?: string;
  /** Rejects requests from memory once the points are used up, so that a flood causes no queries. */
  blocksInMemory?: boolean;
}

/** The result of consuming a point. */
export interface Taken {
  allowed: boolean;
  /** Points consumed by the key, including this one. */
  used: number;
  /** Seconds until the counter resets. */
  retryAfter: number;
}

export interface RateLimits {
  /** Consumes one point and returns the result. */
  take(limit: Limit, key: string): Promise<Taken>;
  /** Returns points that should not count, e.g. after a correct password. */
  giveBack(limit: Limit, key: string, points: number): Promise<void>;
  /** Consumes one point. @throws AppError `rate_limited` (429 with Retry-After) if none is left. */
  consume(limit: Limit, key: string): Promise<void>;
  /** Consumes one point. Returns false if none was left. */
  tryConsume(limit: Limit, key: string): Promise<boolean>;
  /** Resets the key's counter, e.g. after a successful log-in. */
  reset(limit: Limit, key: string): Promise<void>;
  /** The number of points that the key has left. */
  remaining(limit: Limit, key: string): Promise<number>;
}

/** The error for attempts over a limit. `retryAfter` is in seconds. */
export function tooManyAttempts(
  retryAfter: number,
  message = "Too many attempts. Please try again later.",
): AppError {
  return new AppError("rate_limited", message, { retryAfter });
}

/** `factor` multiplies every limit (RATE_LIMIT_FACTOR). A migration creates the table. */
export function createRateLimits(pool: Pool, factor: number): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = (limit: Limit): RateLimiterPostgres => {
    const existing = limiters.get(limit.name);
    if (existing) return existing;
    const points = Math.max(1, Math.floor(limit.points * factor));
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix: limit.name,
      points,
      duration: limit.duration,
      ...(limit.blocksInMemory && { inMemoryBlockOnConsumed: points + 1 }),
    });
    limiters.set(limit.name, limiter);
    return limiter;
  };
  const take = async (limit: Limit, key: string): Promise<Taken> => {
    const state = (allowed: boolean, { consumedPoints, msBeforeNext }: RateLimiterRes) => ({
      allowed,
      used: consumedPoints,
      retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    });
    try {
      return state(true, await limiterOf(limit).consume(key));
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      return state(false, reason);
    }
  };
  return {
    take,
    async giveBack(limit, key, points) {
      await pool.query(
        "update rate_limits set points = greatest(points - $1, 0) where key = $2 and expire > $3",
        [points, limiterOf(limit).getKey(key), Date.now()],
      );
    },
    async consume(limit, key) {
      const taken = await take(limit, key);
      if (!taken.allowed) throw tooManyAttempts(taken.retryAfter, limit.message);
    },
    tryConsume: async (limit, key) => (await take(limit, key)).allowed,
    async reset(limit, key) {
      await limiterOf(limit).delete(key);
    },
    async remaining(limit, key) {
      const limiter = limiterOf(limit);
      const used = await limiter.get(key);
      return used ? Math.max(0, used.remainingPoints) : limiter.points;
    },
  };
}
