/** A connection pool that no single caller can exhaust. */
import pg from "pg";
import { type Caller, currentCaller } from "./caller.ts";
import { ConnectionGate, type Shares } from "./connection-gate.ts";

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * Limits the connections of each caller. A request that needs another connection while its
 * transaction is open doesn't wait for a slot, because two such requests could deadlock.
 */
export class FairPool extends pg.Pool {
  readonly #gate: ConnectionGate;
  readonly #leave = new WeakMap<object, (error?: Error) => void>();

  constructor(config: pg.PoolConfig, shares: Shares, maxWaitMs: number) {
    super(config);
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
