/**
 * The caller on whose behalf the current work uses the database. `FairPool` limits connections per
 * caller, so that no caller can use them all. Work that isn't part of a request, such as jobs, has
 * no caller.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface Caller {
  kind: "account" | "address";
  id: string;
  /**
   * Whether work for this caller has already used a connection. It then has priority over requests
   * that haven't started.
   */
  hasStarted: boolean;
  /** The number of open transactions of this request. */
  transactions: number;
}

const callers = new AsyncLocalStorage<Caller>();

/** Runs a request's work on behalf of a client address, until `setCallerAccount` sets the account. */
export function runForAddress<T>(address: string, work: () => T): T {
  return callers.run({ kind: "address", id: address, hasStarted: false, transactions: 0 }, work);
}

/** From now on, counts the request's connections against the account. */
export function setCallerAccount(userId: string): void {
  const caller = callers.getStore();
  if (!caller || caller.kind === "account") return;
  caller.kind = "account";
  caller.id = userId;
  caller.hasStarted = false;
}

export function currentCaller(): Caller | undefined {
  return callers.getStore();
}
