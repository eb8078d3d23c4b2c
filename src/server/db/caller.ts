/**
 * For whom the present work asks the database. Connections are shared out by it (`FairPool`), so
 * that nobody takes them all. Work that no request started, such as jobs, has no caller.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface Caller {
  kind: "account" | "address";
  id: string;
  /** Whether work has begun for this caller: then it comes before requests that wait to begin. */
  hasStarted: boolean;
  /** Open transactions of this request. */
  transactions: number;
}

const callers = new AsyncLocalStorage<Caller>();

/** Runs a request's work for an address, until `setCallerAccount` tells who it is. */
export function runForAddress<T>(address: string, work: () => T): T {
  return callers.run({ kind: "address", id: address, hasStarted: false, transactions: 0 }, work);
}

/** From here on the request's connections count for the account. */
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
