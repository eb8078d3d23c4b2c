/** A connection pool that no single caller can exhaust. */
import pg from "pg";
import { type Caller, currentCaller } from "./caller.ts";
import { ConnectionGate, type Shares } from "./connection-gate.ts";

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Few members of staff view the site as someone else at the same time. */
const maxReaders = 3;

/**
 * Limits the connections of each caller. A request that needs another connection while its
 * transaction is open doesn't wait for a slot, because two such requests could deadlock.
 */
export class FairPool extends pg.Pool {
  readonly #gate: ConnectionGate;
  readonly #leave = new WeakMap<object, (error?: Error) => void>();
  readonly #config: pg.PoolConfig;
  #readers: pg.Pool | undefined;

  constructor(config: pg.PoolConfig, shares: Shares, maxWaitMs: number) {
    super(config);
    this.#config = config;
    this.#gate = new ConnectionGate(shares, maxWaitMs);
    this.on("release", (error, client) => {
      this.#leave.get(client)?.(error);
      this.#leave.delete(client);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const caller = currentCaller();
    if (caller?.isReadOnly) {
      if (!callback) return this.#readOnly.connect();
      this.#readOnly.connect(callback);
      return undefined;
    }
    if (!callback) return caller ? this.#connectFor(caller, true) : super.connect();
    if (!caller) {
      super.connect(callback);
      return undefined;
    }
    this.#connectFor(caller, false).then(
      (client) => callback(undefined, client, (error) => client.release(error as Error)),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  /** Connections on which PostgreSQL rejects every change. They are opened when they are needed. */
  get #readOnly(): pg.Pool {
    if (this.#readers) return this.#readers;
    const readers = new pg.Pool({
      ...this.#config,
      max: maxReaders,
      options: "-c default_transaction_read_only=on",
    });
    // A failed connection is replaced. Without listeners, its error would end the process.
    readers.on("error", () => {});
    readers.on("connect", (client) => client.on("error", () => {}));
    this.#readers = readers;
    return readers;
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    const ended = Promise.all([super.end(), this.#readers?.end()]).then(() => undefined);
    if (!callback) return ended;
    void ended.then(callback);
    return undefined;
  }

  async #connectFor(caller: Caller, isTransaction: boolean): Promise<pg.PoolClient> {
    const leaveGate = caller.transactions > 0 ? undefined : await this.#gate.enter(caller);
    if (isTransaction) caller.transactions += 1;
    const leave = (error?: Error) => {
      if (isTransaction) caller.transactions -= 1;
      leaveGate?.(error);
    };
    try {
      const client = await super.connect();
      this.#leave.set(client, leave);
      return client;
    } catch (error) {
      leave(error as Error);
      throw error;
    }
  }
}
