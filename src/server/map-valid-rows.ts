import type { Logger } from "pino";

interface Options<T> {
  log: Logger;
  /** The kind of item for the log, such as `course`. */
  what: string;
  idOf: (item: T) => string;
}

/**
 * Maps the items of a list. If mapping an item fails, the error is logged and the item is omitted,
 * so that one broken row doesn't break the whole list for everyone.
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
      log.error({ err: error, what, id: idOf(item) }, "An invalid item was omitted from a list");
      return [];
    }
  });
}
