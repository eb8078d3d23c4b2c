/**
 * Limits the bytes of request bodies that this process holds at a time. Bodies are read completely
 * before they are handled, so without a limit a few hundred large ones would exhaust the memory. If
 * the budget is exceeded, the largest incomplete body of the client address with the most bytes is
 * rejected. Small bodies, such as log-ins, therefore always fit.
 */
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

interface Entry {
  address: string;
  bytes: number;
  isComplete: boolean;
  refuse: () => void;
}

const defaultMaxBytes = 64 * 1024 * 1024;

export function createBodyBudget(maxBytes = defaultMaxBytes): BodyBudget {
  const entries = new Set<Entry>();
  let total = 0;

  const remove = (entry: Entry) => {
    if (entries.delete(entry)) total -= entry.bytes;
  };

  const findLargest = (): Entry | undefined => {
    const byAddress = new Map<string, number>();
    for (const { address, bytes } of entries) {
      byAddress.set(address, (byAddress.get(address) ?? 0) + bytes);
    }
    const [largest] = [...entries]
      .filter((entry) => !entry.isComplete)
      .sort(
        (one, other) =>
          (byAddress.get(other.address) ?? 0) - (byAddress.get(one.address) ?? 0) ||
          other.bytes - one.bytes,
      );
    return largest;
  };

  return {
    open(address, refuse) {
      const entry: Entry = { address, bytes: 0, isComplete: false, refuse };
      entries.add(entry);
      return {
        add(bytes) {
          if (!entries.has(entry)) return;
          entry.bytes += bytes;
          total += bytes;
          while (total > maxBytes) {
            const largest = findLargest();
            if (!largest) return;
            remove(largest);
            largest.refuse();
          }
        },
        complete() {
          entry.isComplete = true;
        },
        release: () => remove(entry),
      };
    },
  };
}
