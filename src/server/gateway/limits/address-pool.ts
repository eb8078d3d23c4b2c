/** Tracks things that occupy memory by client address, and the total size for each address. */
export interface Occupant {
  readonly address: string;
  bytes: number;
}

export interface AddressPool<Entry extends Occupant> {
  has(entry: Entry): boolean;
  insert(entry: Entry): void;
  remove(entry: Entry): void;
  /** Changes the size of an entry, if it is in the pool. */
  resize(entry: Entry, bytes: number): void;
  bytesOf(address: string): number;
  total(): number;
  /** The entries of an address, oldest first. */
  entriesOf(address: string): Iterable<Entry>;
  /** The addresses, those with the most bytes first. */
  addresses(): string[];
  /** The address with the most bytes; undefined if there are no entries. */
  largestAddress(): string | undefined;
}

export function createAddressPool<Entry extends Occupant>(): AddressPool<Entry> {
  const byAddress = new Map<string, { entries: Set<Entry>; bytes: number }>();
  let total = 0;
  const bytesOf = (address: string) => byAddress.get(address)?.bytes ?? 0;
  const has = (entry: Entry) => byAddress.get(entry.address)?.entries.has(entry) ?? false;
  return {
    has,
    bytesOf,
    total: () => total,
    entriesOf: (address) => byAddress.get(address)?.entries ?? [],
    addresses: () => [...byAddress.keys()].sort((one, other) => bytesOf(other) - bytesOf(one)),
    largestAddress() {
      let largest: string | undefined;
      for (const [address, { bytes }] of byAddress) {
        if (largest === undefined || bytes > bytesOf(largest)) largest = address;
      }
      return largest;
    },
    insert(entry) {
      const own = byAddress.get(entry.address) ?? { entries: new Set(), bytes: 0 };
      byAddress.set(entry.address, own);
      own.entries.add(entry);
      own.bytes += entry.bytes;
      total += entry.bytes;
    },
    remove(entry) {
      const own = byAddress.get(entry.address);
      if (!own?.entries.delete(entry)) return;
      own.bytes -= entry.bytes;
      total -= entry.bytes;
      if (own.entries.size === 0) byAddress.delete(entry.address);
    },
    resize(entry, bytes) {
      const own = byAddress.get(entry.address);
      if (!own?.entries.has(entry)) return;
      own.bytes += bytes - entry.bytes;
      total += bytes - entry.bytes;
      entry.bytes = bytes;
    },
  };
}
