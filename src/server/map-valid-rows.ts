import type { Logger } from "pino";

interface Options<T> {
  log: Logger;
  /** What an item is, for the log, e.g. `course`. */
  what: string;
  idOf: (item: T) => string;
}

/**
 * Maps the items of a list that many people look at. An item whose mapping fails is logged and left
 * out, so that one broken row never takes the whole list down.
 */
export function mapValidRows<T, R>(
  items: readonly T[],
  map: (item: T) => R,
  { log, what, idOf }: Options<T>,
): R[] {
  return items.flatMap((item) => {
    try {
      return [map(item)];
    } catch (error) {
      log.error({ err: error, what, id: idOf(item) }, "An invalid item was left out of a list");
      return [];
    }
  });
}
