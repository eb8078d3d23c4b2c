import { text } from "drizzle-orm/pg-core";
import { customAlphabet } from "nanoid";

// Without look-alikes, so that an id survives being read out; 20 of 55 letters are 115 bits.
const random = customAlphabet("23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 20);

/** A new id whose prefix tells what it names, e.g. `crs_…` for a course. */
export function newId(prefix: string): string {
  return `${prefix}_${random()}`;
}

/** A primary key column that fills itself with a prefixed id. */
export function id(prefix: string) {
  return text()
    .primaryKey()
    .$defaultFn(() => newId(prefix));
}
