/** Rate limits shared by all processes. Their counters are stored in the database. */
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("http");

export interface Limit {
  /** The name of the counter, such as `log-in-ip`. */
  name: string;
  points: number;
  /** In seconds. */
  duration: number;
  /** The error message, if it differs from the general one about too many attempts. */
  message?: string;
  /** Rejects requests from memory once the points are used up, so that a flood causes no queries. */
  blocksInMemory?: boolean;
}

/** A limit and whom it counts, such as a client address. */
export interface Counter {
  limit: Limit;
  key: string;
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
  /**
   * Consumes a point of each counter, in one statement, until one has none left. Returns the results
   * up to that one.
   */
  takeInTurn(counters: readonly Counter[]): Promise<Taken[]>;
  /** Returns points that should not count, for example after a correct password, in one statement. */
  giveBack(returned: readonly (Counter & { points: number })[]): Promise<void>;
  /** Consumes one point. @throws AppError `rate_limited` (429 with Retry-After) if none is left. */
  consume(limit: Limit, key: string): Promise<void>;
  /** Like `takeInTurn`. @throws AppError `rate_limited` for the first counter with no point left. */
  consumeInTurn(counters: readonly Counter[]): Promise<void>;
  /** Consumes one point. Returns false if none is left. */
  tryConsume(limit: Limit, key: string): Promise<boolean>;
  /** Resets the key's counter, for example after a successful log-in. */
  reset(limit: Limit, key: string): Promise<void>;
}

/** The error for attempts over a limit. `retryAfter` is in seconds. */
export function tooManyAttempts(retryAfter: number, message = t("tooManyAttempts")): AppError {
  return new AppError("rate_limited", message, { retryAfter });
}

const maxBlockedKeys = 10_000;

/** `factor` multiplies every limit (RATE_LIMIT_FACTOR). */
export function createRateLimits(pool: Pool, factor: number): RateLimits {
  /** When keys whose points are used up get new ones, for limits that block in memory. */
  const blockedUntil = new LRUCache<string, number>({ max: maxBlockedKeys });
  const maxPoints = ({ points }: Limit) => Math.max(1, Math.floor(points * factor));

  const findBlock = (counters: readonly Counter[], now: number): Taken | undefined => {
    const [first] = counters;
    const until = first?.limit.blocksInMemory ? blockedUntil.get(rowKey(first)) : undefined;
    if (!first || until === undefined || until <= now) return undefined;
    return { allowed: false, used: maxPoints(first.limit) + 1, retryAfter: toSeconds(until - now) };
  };

  const takeInTurn = async (counters: readonly Counter[]): Promise<Taken[]> => {
    const now = Date.now();
    const block = findBlock(counters, now);
    if (block) return [block];
    const { rows } = await pool.query<{ points: number; expire: string }>({
      name: `take-${counters.length}-points`,
      text: writeTakeStatement(counters.length),
      values: [
        now,
        ...counters.flatMap((counter) => [
          rowKey(counter),
          now + counter.limit.duration * 1_000,
          maxPoints(counter.limit),
        ]),
        // No counter follows the last one, so the statement has no parameter for its maximum.
      ].slice(0, -1),
    });
    return rows.map(({ points, expire }, index) => {
      const { limit, key } = counters[index] as Counter;
      const allowed = points <= maxPoints(limit);
      if (!allowed && limit.blocksInMemory) {
        blockedUntil.set(rowKey({ limit, key }), Number(expire));
      }
      return { allowed, used: points, retryAfter: toSeconds(Number(expire) - now) };
    });
  };

  const take = async (limit: Limit, key: string): Promise<Taken> => {
    const [taken] = await takeInTurn([{ limit, key }]);
    if (!taken) throw new Error("A point was not counted");
    return taken;
  };

  const consumeInTurn = async (counters: readonly Counter[]): Promise<void> => {
    const results = await takeInTurn(counters);
    const refused = results.findIndex(({ allowed }) => !allowed);
    if (refused === -1) return;
    throw tooManyAttempts(results[refused]?.retryAfter ?? 1, counters[refused]?.limit.message);
  };

  return {
    take,
    takeInTurn,
    consumeInTurn,
    consume: (limit, key) => consumeInTurn([{ limit, key }]),
    tryConsume: async (limit, key) => (await take(limit, key)).allowed,
    async giveBack(returned) {
      await pool.query({
        name: "give-points-back",
        text: giveBackStatement,
        values: [returned.map(rowKey), returned.map(({ points }) => points), Date.now()],
      });
    },
    async reset(limit, key) {
      await pool.query({
        name: "reset-points",
        text: `delete from rate_limits where key = $1 and ${dontWait} is not null`,
        values: [rowKey({ limit, key })],
      });
    },
  };
}

const rowKey = ({ limit, key }: Counter): string => `${limit.name}:${key}`;

const toSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1_000));

/**
 * Commits the statement without waiting for the disk. If the database server's machine crashes, the
 * counts of its last second may be lost, which gives nobody more than a few attempts.
 */
const dontWait = "set_config('synchronous_commit', 'off', true)";

/**
 * Counts a point in one row after the other. A row is only reached if the row before it allows the
 * attempt. All statements lock rows in the same order, so that they can't deadlock.
 */
function writeTakeStatement(counters: number): string {
  const steps = Array.from({ length: counters }, (_, step) => {
    const [key, expire] = [`$${3 * step + 2}::varchar`, `$${3 * step + 3}::bigint`];
    const before =
      step === 0 ? "start" : `step${step - 1} where points <= $${3 * step + 1}::bigint`;
    return `step${step} as (
      insert into rate_limits as counter (key, points, expire) select ${key}, 1, ${expire} from ${before}
      on conflict (key) do update set
        points = case when counter.expire <= $1 then 1 else counter.points + 1 end,
        expire = case when counter.expire <= $1 then excluded.expire else counter.expire end
      returning points, expire)`;
  });
  const results = steps.map((_, step) => `select ${step} as step, points, expire from step${step}`);
  return `with start as materialized (select ${dontWait}), ${steps.join(", ")}
    ${results.join(" union all ")} order by step`;
}

const giveBackStatement = `
  update rate_limits as counter set points = greatest(counter.points - returned.points, 0)
  from (
    select locked.key, given.points
    from unnest($1::varchar[], $2::int[]) with ordinality as given (key, points, place)
    join rate_limits as locked using (key)
    where locked.expire > $3
    order by given.place for update of locked
  ) as returned, (select ${dontWait}) as start
  where counter.key = returned.key`;
