/** The connection pool and the Drizzle database made from it. */
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import type pg from "pg";
import { createShares } from "./connection-gate.ts";
import { FairPool } from "./fair-pool.ts";
import * as schema from "./schema.ts";

/** The database or a transaction on it: functions that take a `Db` work in both. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export interface PoolOptions {
  /** Told about connections that break while nobody uses them. */
  log: { warn(details: object, message: string): void };
  /** Most connections of this pool. Default 10. */
  max?: number;
  /** The name under which the connections appear in pg_stat_activity. Default `halaqa`. */
  name?: string;
  /** Multiplies how much callers may ask at once (RATE_LIMIT_FACTOR). Default 1. */
  shareFactor?: number;
  /** How long a statement waits for a lock. Default 4 s. */
  lockTimeoutMs?: number;
}

/**
 * A pool that outlives the database: while that is away, queries reject within seconds, and once
 * it is back they succeed again. Nothing may hang: a statement waits 4 s for a lock and runs for
 * 10 s at most, and a transaction waits 15 s for its next statement. No account and no address can
 * keep more than its share of the connections busy (`createShares`).
 */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const settings: pg.PoolConfig = {
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.name ?? "halaqa",
    // Also how long a query waits for its turn: a rush is served late rather than refused, and
    // still answered within ten seconds.
    connectionTimeoutMillis: 8_000,
    idleTimeoutMillis: 30_000,
    // Shorter than a caller waits for a connection: a lock that stays costs one answer, not all.
    lock_timeout: options.lockTimeoutMs ?? 4_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    // Longer than the server's own limit: for a server that has gone without a word.
    query_timeout: 20_000,
    keepAlive: true,
  };
  const pool = new FairPool(settings, createShares(options.shareFactor ?? 1));
  pool.on("error", (error) => {
    if (pool.ending) return;
    options.log.warn({ err: error }, "An idle database connection failed and will be replaced");
  });
  return pool;
}

/** Drizzle on the pool, with the whole schema and snake_case columns. */
export function createDatabase(pool: pg.Pool): Db {
  return drizzle(pool, { schema, casing: "snake_case" });
}
