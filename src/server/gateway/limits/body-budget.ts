/**
 * Limits the bytes of request bodies that this process holds at a time. Bodies are read completely
 * before they are handled, so without a limit a few hundred large ones would exhaust the memory.
 *
 * If the large bodies of one client address exceed its share, it loses its largest incomplete one.
 * If those of all addresses exceed the budget, the address with the most bytes does. Small bodies,
 * such as log-ins, have a budget of their own, so that large ones can't use it up. Only an address
 * that itself holds the most of that budget can lose a small body, so those of others always find
 * room.
 */
import { type AddressPool, createAddressPool } from "./address-pool.ts";

export interface BodyShare {
  /** Counts bytes that have arrived. This may reject this body or another one to make room. */
  add(bytes: number): void;
  /** Marks the body as complete. It still counts, but can no longer be rejected. */
  complete(): void;
  /** Called when the body is no longer needed. */
  release(): void;
}

export interface BodyBudget {
  /**
   * @param refuse called at most once, if the body is rejected to make room. It then no longer
   * counts.
   */
  open(address: string, refuse: () => void): BodyShare;
}

export interface BodyBudgetLimits {
  /** The maximum number of bytes of all large bodies, and as much again for all small ones. */
  maxBytes: number;
  /** The maximum number of bytes of one address's large bodies. */
  maxBytesPerAddress: number;
  /** The maximum size of a small body. */
  maxSmallBytes: number;
}

const defaultLimits: BodyBudgetLimits = {
  maxBytes: 64 * 1024 * 1024,
  // Room for six uploads at once, because an address may be shared by a whole school.
  maxBytesPerAddress: 32 * 1024 * 1024,
  maxSmallBytes: 64 * 1024,
};

interface Entry {
  address: string;
  bytes: number;
  isComplete: boolean;
  refuse: () => void;
}

export function createBodyBudget(limits: Partial<BodyBudgetLimits> = {}): BodyBudget {
  const { maxBytes, maxBytesPerAddress, maxSmallBytes } = { ...defaultLimits, ...limits };
  const small = createAddressPool<Entry>();
  const large = createAddressPool<Entry>();

  const makeRoomForLarge = (address: string) => {
    while (large.bytesOf(address) > maxBytesPerAddress && refuseOne(large, [address]));
    while (large.total() > maxBytes && refuseOne(large, large.addresses()));
  };

  const makeRoomForSmall = () => {
    while (small.total() > maxBytes && refuseOne(small, small.addresses().slice(0, 1)));
  };

  return {
    open(address, refuse) {
      const entry: Entry = { address, bytes: 0, isComplete: false, refuse };
      let pool = small;
      pool.insert(entry);
      return {
        add(bytes) {
          if (!pool.has(entry)) return;
          pool.remove(entry);
          entry.bytes += bytes;
          if (entry.bytes > maxSmallBytes) pool = large;
          pool.insert(entry);
          if (pool === large) makeRoomForLarge(address);
          else makeRoomForSmall();
        },
        complete() {
          entry.isComplete = true;
        },
        release: () => pool.remove(entry),
      };
    },
  };
}

/**
 * Rejects the largest incomplete body of the first address in the list that has one. @returns false
 * if none of them has one.
 */
function refuseOne(pool: AddressPool<Entry>, addresses: string[]): boolean {
  for (const address of addresses) {
    let largest: Entry | undefined;
    for (const entry of pool.entriesOf(address)) {
      if (!entry.isComplete && entry.bytes > (largest?.bytes ?? 0)) largest = entry;
    }
    if (!largest) continue;
    pool.remove(largest);
    largest.refuse();
    return true;
  }
  return false;
}
