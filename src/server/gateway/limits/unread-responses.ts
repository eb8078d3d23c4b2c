/**
 * Limits the bytes of responses that this process holds because clients don't read them, and the
 * time that clients have for reading. Requesting costs a client almost nothing, so without these
 * limits a single machine could fill the memory with responses.
 *
 * If the unsent bytes of one client address exceed its share, the address loses the connection with
 * the most. If those of all addresses exceed the limit, the address with the most does.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { openResponses, unreadClosures, unsentBytes } from "../../monitoring/metrics.ts";
import { createAddressPool } from "./address-pool.ts";

export interface UnreadLimits {
  /** The maximum number of unsent bytes of all responses. */
  maxUnsentBytes: number;
  /** The maximum number of unsent bytes of one client address. */
  maxUnsentBytesPerAddress: number;
  /** The time limit for reading a response, in milliseconds, in addition to that for its size. */
  readingTimeout: number;
  /** The rate at which clients have to read, in bytes per second. */
  minReadingRate: number;
}

export interface UnreadResponses {
  /** Call after the request's handler was called. The response is watched until it is closed. */
  watch(req: IncomingMessage, res: ServerResponse): void;
  /** Counts the unsent bytes, and closes connections that exceed a limit. */
  check(): void;
}

interface UnreadOptions extends UnreadLimits {
  /** The client address that a request counts against. */
  findAddress(req: IncomingMessage): string;
}

interface Entry {
  res: ServerResponse;
  address: string;
  /** The unsent bytes. 0 if they are in memory in any case. */
  bytes: number;
  isShared: boolean;
  /** Since when there have been unsent bytes, and the connection's bytes before them. */
  unread: { since: number; bytesBefore: number } | undefined;
}

/** Responses whose bytes are in memory as long as the process runs. */
const shared = new WeakSet<ServerResponse>();

/**
 * Marks a response whose bytes are in memory in any case, such as a static file. The time limit
 * applies, but its bytes don't count. Call after the response was sent.
 */
export function markAsShared(res: ServerResponse): void {
  // Most responses have been sent by now.
  if (res.writableLength > 0) shared.add(res);
}

export function limitUnread(options: UnreadOptions): UnreadResponses {
  const { maxUnsentBytes, maxUnsentBytesPerAddress, readingTimeout, minReadingRate } = options;
  const open = new Set<Entry>();
  const pool = createAddressPool<Entry>();

  const count = (entry: Entry) => {
    if (entry.isShared) return;
    const bytes = entry.res.writableLength;
    unsentBytes.inc(bytes - entry.bytes);
    pool.resize(entry, bytes);
  };

  const forget = (entry: Entry) => {
    if (!open.delete(entry)) return;
    pool.remove(entry);
    unsentBytes.dec(entry.bytes);
    openResponses.dec();
  };

  const close = (entry: Entry, limit: "bytes" | "time") => {
    forget(entry);
    unreadClosures.inc({ limit });
    entry.res.destroy();
  };

  /** @returns false if no response of this address has unsent bytes. */
  const closeLargest = (address: string | undefined): boolean => {
    let largest: Entry | undefined;
    for (const entry of address === undefined ? [] : pool.entriesOf(address)) {
      if (entry.bytes > (largest?.bytes ?? 0)) largest = entry;
    }
    if (largest) close(largest, "bytes");
    return largest !== undefined;
  };

  const makeRoom = (address: string) => {
    if (pool.bytesOf(address) > maxUnsentBytesPerAddress) {
      // Clients may have read more since the bytes were counted.
      for (const entry of pool.entriesOf(address)) count(entry);
      while (pool.bytesOf(address) > maxUnsentBytesPerAddress && closeLargest(address));
    }
    if (pool.total() > maxUnsentBytes) {
      for (const entry of open) count(entry);
      while (pool.total() > maxUnsentBytes && closeLargest(pool.largestAddress()));
    }
  };

  /** The size is that of the response so far, so that it includes what has been read. */
  const isOverdue = (entry: Entry, now: number): boolean => {
    const { socket, writableLength } = entry.res;
    if (!socket || writableLength === 0) {
      entry.unread = undefined;
      return false;
    }
    const { bytesWritten } = socket;
    entry.unread ??= { since: now, bytesBefore: bytesWritten - writableLength };
    const { since, bytesBefore } = entry.unread;
    const allowed = readingTimeout + ((bytesWritten - bytesBefore) / minReadingRate) * 1_000;
    return now - since > allowed;
  };

  return {
    watch(req, res) {
      // Most responses have been sent by now.
      if (res.writableEnded && res.writableLength === 0) return;
      const address = options.findAddress(req);
      const entry: Entry = {
        res,
        address,
        bytes: 0,
        isShared: shared.has(res),
        unread: undefined,
      };
      open.add(entry);
      pool.insert(entry);
      openResponses.inc();
      const countAll = () => {
        count(entry);
        makeRoom(address);
      };
      res.once("close", () => forget(entry));
      if (res.writableEnded) countAll();
      // Emitted once the response is complete and all of it is written to the socket.
      else res.once("prefinish", countAll);
    },

    check() {
      const now = performance.now();
      const addresses = new Set<string>();
      for (const entry of open) {
        count(entry);
        addresses.add(entry.address);
        if (isOverdue(entry, now)) close(entry, "time");
      }
      for (const address of addresses) makeRoom(address);
    },
  };
}
