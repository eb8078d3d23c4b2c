/** Limits how often a client address can request images that don't exist. */
import { LRUCache } from "lru-cache";
import { tooManyAttempts } from "../rate-limits.ts";

/**
 * The limit per minute. Each request costs up to two requests to the bucket. A school that opens
 * pages with deleted images stays far below it.
 */
export const missesPerMinute = 300;
const minute = 60_000;

interface MissLimit {
  /** @throws AppError `rate_limited` if the address has requested too many missing images. */
  requireFew(address: string): void;
  count(address: string): void;
}

/**
 * Counts in this process only, because a query for every missing image would cost as much as it
 * saves. `factor` multiplies the limit (RATE_LIMIT_FACTOR).
 */
export function createMissLimit(factor: number): MissLimit {
  const counts = new LRUCache<string, { misses: number; resetsAt: number }>({ max: 10_000 });
  const find = (address: string) => {
    const count = counts.get(address);
    return count && count.resetsAt > Date.now() ? count : undefined;
  };
  return {
    requireFew(address) {
      const count = find(address);
      if (!count || count.misses < Math.max(1, missesPerMinute * factor)) return;
      throw tooManyAttempts(Math.ceil((count.resetsAt - Date.now()) / 1_000));
    },
    count(address) {
      const count = find(address) ?? { misses: 0, resetsAt: Date.now() + minute };
      count.misses += 1;
      counts.set(address, count);
    },
  };
}
