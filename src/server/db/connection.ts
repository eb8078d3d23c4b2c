/** The connection pool and the Drizzle database on top of it. */
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { createShares, defaultMaxWaitMs } from "./connection-gate.ts";
import { isDatabaseDown } from "./failures.ts";
import { FairPool } from "./fair-pool.ts";

/** The database or a transaction. Functions that take a `Db` work with both. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export interface PoolOptions {
  /** Receives errors of connections outside statements. */
  log: { warn(details: object, message: string): void };
  /** The maximum number of connections. Default: 10. */
  max?: number;
  /** The name of the connections in pg_stat_activity. Default: `halaqa`. */
  name?: string;
  /** Multiplies the limits per caller (RATE_LIMIT_FACTOR). Default: 1. */
  shareFactor?: number;
  /** How long a statement waits for a lock, in milliseconds. Default: 4,000. */
  lockTimeoutMs?: number;
  /** How long a request waits for a connection, in milliseconds. Default: 8,000. */
  maxWaitMs?: number;
}

/**
 * Creates a pool that survives outages of the database: queries fail within seconds while it is
 * down, and succeed once it is back. A connection that fails takes only its transaction with it.
 * Nothing can hang: a statement waits at most 4 s for a lock and
 * runs for at most 10 s (11 s if the server doesn't answer), and a transaction waits at most 15 s for its next statement. No account or
 * client address can use more than its share of the connections (`createShares`).
 */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  // Under load, responses are slow rather than rejected, but still arrive within ten seconds.
  const maxWaitMs = options.maxWaitMs ?? defaultMaxWaitMs;
  const settings: pg.PoolConfig = {
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.name ?? "halaqa",
    // Also how long a query waits for one of the pool's connections.
    connectionTimeoutMillis: maxWaitMs,
    idleTimeoutMillis: 30_000,
    // Shorter than the wait for a connection, so that a lock that isn't released fails only one
    // request.
    lock_timeout: options.lockTimeoutMs ?? 4_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    // Detects servers that disappeared without closing the connection. A second longer than the
    // server's own limit, so that a server that is only slow answers first and the connection can be
    // used again.
    query_timeout: 11_000,
    keepAlive: true,
  };
  const pool = new FairPool(settings, createShares(options.shareFactor ?? 1), maxWaitMs);
  const report = (error: Error) => {
    if (pool.ending) return;
    options.log.warn({ err: error }, "A database connection failed and will be replaced");
  };
  // The pool listens only to idle connections. The error of a connection that fails between two
  // statements of a transaction would end the process.
  pool.on("connect", (client) => client.on("error", report));
  // The connection's own listener has reported the error.
  pool.on("error", () => {});
  return pool;
}

/**
 * Opens a connection outside the pool. If it fails later, its next statement is rejected. Close
 * it with `end()`.
 */
export async function connectAlone(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  // Without a listener, the error of a connection that fails between two statements would end the
  // process, for example while it stops together with its database.
  client.on("error", () => {});
  await client.connect();
  return client;
}

const options = { casing: "snake_case" } as const;

/**
 * Drizzle on top of the pool, with snake_case columns. Drizzle's own transactions never
 * release their connection if their first statement fails, so it is taken and released here.
 */
export function createDatabase(pool: pg.Pool): Db {
  const db = drizzle(pool, options);
  db.transaction = async (run, config) => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await drizzle(client, options).transaction(run, config);
    } catch (error) {
      isBroken = isDatabaseDown(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
  return db;
}
