import { text } from "drizzle-orm/pg-core";
import { customAlphabet } from "nanoid";

// Without letters that look alike, so that IDs can be read aloud. 20 characters out of 55 have 115
// bits of entropy.
const random = customAlphabet("23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 20);

/** A new ID. The prefix is the kind of row, such as `crs_…` for a course. */
export function newId(prefix: string): string {
  return `${prefix}_${random()}`;
}

/** A primary key column with generated, prefixed IDs. */
export function id(prefix: string) {
  return text()
    .primaryKey()
    .$defaultFn(() => newId(prefix));
}
