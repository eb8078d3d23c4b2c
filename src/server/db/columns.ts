import { timestamp } from "drizzle-orm/pg-core";

const inMilliseconds = { withTimezone: true, precision: 3, mode: "date" } as const;

/** An instant, stored in UTC with milliseconds. The column has the name of its key if none is given. */
export function instant(name = "") {
  return timestamp(name, inMilliseconds);
}

/** When the row came to be, by the application's clock (which tests can freeze). */
export function createdAt() {
  return instant()
    .notNull()
    .$defaultFn(() => new Date());
}
