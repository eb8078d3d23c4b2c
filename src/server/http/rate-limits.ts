/** Limits that count across processes: their counters live in the database. */
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#lib/errors.ts";

export interface Limit {
  /** Names the counter, e.g. `log-in-ip`. */
  name: string;
  points: number;
  /** Seconds. */
  duration: number;
  /** What people are told, if it isn't that they have tried too often. */
  message?: string;
  /** Refuses from memory once the points are used up, so that a flood costs no statements. */
  blocksInMemory?: boolean;
}

export interface RateLimits {
  /** Takes one point. @throws AppError `rate_limited` (429 with Retry-After) when none is left. */
  consume(limit: Limit, key: string): Promise<void>;
  /** Takes one point; false when none was left. */
  tryConsume(limit: Limit, key: string): Promise<boolean>;
  /** Forgets what a key has used up, e.g. after a successful log-in. */
  reset(limit: Limit, key: string): Promise<void>;
  /** How many points the key has left. */
  remaining(limit: Limit, key: string): Promise<number>;
}

/** `factor` multiplies every limit (RATE_LIMIT_FACTOR). The table comes from the migrations. */
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
  /** Takes one point. @returns the state of the counter when none was left. */
  const take = async (limit: Limit, key: string): Promise<RateLimiterRes | undefined> => {
    try {
      await limiterOf(limit).consume(key);
      return undefined;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      return reason;
    }
  };
  return {
    async consume(limit, key) {
      const exceeded = await take(limit, key);
      if (!exceeded) return;
      const message = limit.message ?? "Too many attempts. Please try again later.";
      throw new AppError("rate_limited", message, {
        retryAfter: Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000)),
      });
    },
    tryConsume: async (limit, key) => (await take(limit, key)) === undefined,
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
