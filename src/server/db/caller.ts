/**
 * The caller on whose behalf the current work uses the database. `FairPool` limits connections per
 * caller, so that no caller can use them all. Work that isn't part of a request, such as jobs, has
 * no caller.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface Caller {
  kind: "account" | "address";
  id: string;
  /** A page and the calls that it makes in this process are one request. */
  request: {
    /**
     * Whether it has already used a connection. It then has priority over requests that haven't
     * started.
     */
    hasStarted: boolean;
  };
  /** The number of open transactions. Each call that a page makes has its own. */
  transactions: number;
  /** Whether the database rejects every change that the work makes. */
  isReadOnly?: boolean;
}

const callers = new AsyncLocalStorage<Caller>();

/** Runs a request's work on behalf of a client address, until `setCallerAccount` sets the account. */
export function runForAddress<T>(address: string, work: () => T): T {
  return callers.run(
    {
      kind: "address",
      id: address,
      request: { hasStarted: false },
      transactions: 0,
      ...keepReadOnly(),
    },
    work,
  );
}

/** Calls that read-only work makes are read-only, too. */
const keepReadOnly = (): Pick<Caller, "isReadOnly"> =>
  callers.getStore()?.isReadOnly ? { isReadOnly: true } : {};

/**
 * Runs an account's work. The database rejects every change that this work, or any function that it
 * calls, tries to make.
 */
export function runReadOnly<T>(userId: string, work: () => T): T {
  return callers.run(
    {
      kind: "account",
      id: userId,
      request: { hasStarted: false },
      transactions: 0,
      isReadOnly: true,
    },
    work,
  );
}

/** Runs a call that a page makes in this process for its user. It counts against the account. */
export function runForAccount<T>(userId: string, work: () => T): T {
  const request = callers.getStore()?.request ?? { hasStarted: false };
  return callers.run(
    { kind: "account", id: userId, request, transactions: 0, ...keepReadOnly() },
    work,
  );
}

/** Runs work that serves everyone, even if a request started it. It counts against nobody. */
export function runWithoutCaller<T>(work: () => T): T {
  return callers.exit(work);
}

/** From now on, counts the request's connections against the account, whatever its address. */
export function setCallerAccount(userId: string): void {
  const caller = callers.getStore();
  if (!caller || caller.kind === "account") return;
  caller.kind = "account";
  caller.id = userId;
  caller.request = { hasStarted: false };
}

/**
 * Like `setCallerAccount`, for the recipient of a link that grants access without logging in.
 * Otherwise, someone who used the link from many addresses would get the connections of all of
 * them.
 */
export function setCallerOfLink(recipient: string): void {
  setCallerAccount(`link ${recipient}`);
}

export function currentCaller(): Caller | undefined {
  return callers.getStore();
}
