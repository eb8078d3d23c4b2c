/** Combines small pieces of work that arrive at the same time, such as rows to insert. */
import { AsyncLocalStorage } from "node:async_hooks";

interface Waiting<Item, Result> {
  item: Item;
  /** Runs a function on behalf of the request that added the item. */
  inItsRequest: <R>(work: () => R) => R;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Returns a function that adds an item to the group of a key and resolves with its result. While
 * `work` runs for a key, further items of the key wait, and then form the next group. An item that
 * arrives alone doesn't wait. If `work` fails, all items of its group fail.
 *
 * @param work returns one result per item, in the same order. It runs on behalf of the request whose
 * item is the first.
 */
export function createGroupedWork<Item, Result>(
  work: (key: string, items: Item[]) => Promise<Result[]>,
  { maxItems }: { maxItems: number },
): (key: string, item: Item) => Promise<Result> {
  /** The waiting items of the keys for which `work` is running. */
  const lines = new Map<string, Waiting<Item, Result>[]>();

  const runGroup = async (key: string, group: Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(
        key,
        group.map(({ item }) => item),
      );
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    startNext(key);
  };

  const startNext = (key: string): void => {
    const group = lines.get(key)?.splice(0, maxItems) ?? [];
    const [first] = group;
    if (first) void first.inItsRequest(() => runGroup(key, group));
    else lines.delete(key);
  };

  return (key, item) =>
    new Promise((resolve, reject) => {
      const waiting = { item, inItsRequest: AsyncLocalStorage.snapshot(), resolve, reject };
      const line = lines.get(key);
      if (line) {
        line.push(waiting);
      } else {
        lines.set(key, [waiting]);
        startNext(key);
      }
    });
}
