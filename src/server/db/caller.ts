/**
 * The caller for whom the current work uses the database. `FairPool` limits connections per caller, so
 * that no one uses them all. Work that no request started, such as jobs, has no caller.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface Caller {
  kind: "account" | "address";
  id: string;
  /** Whether work has started for this caller. It then has priority over requests that haven't started. */
  hasStarted: boolean;
  /** Open transactions of this request. */
  transactions: number;
}

const callers = new AsyncLocalStorage<Caller>();

/** Runs a request's work on behalf of an address, until `setCallerAccount` names the account. */
export function runForAddress<T>(address: string, work: () => T): T {
  return callers.run({ kind: "address", id: address, hasStarted: false, transactions: 0 }, work);
}

/** Counts the request's connections for the account from now on. */
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
