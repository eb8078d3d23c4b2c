import { text } from "drizzle-orm/pg-core";
import { customAlphabet } from "nanoid";

// Without letters that look alike, so that an id can be read out loud. 20 of 55 letters have 115 bits.
const random = customAlphabet("23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 20);

/** A new id. The prefix says what it identifies, e.g. `crs_…` for a course. */
export function newId(prefix: string): string {
  return `${prefix}_${random()}`;
}

/** A primary key column that is filled with a new prefixed id. */
export function id(prefix: string) {
  return text()
    .primaryKey()
    .$defaultFn(() => newId(prefix));
}
