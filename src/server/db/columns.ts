import { timestamp } from "drizzle-orm/pg-core";

/** An instant, stored in UTC with milliseconds. */
export function instant() {
  return timestamp({ withTimezone: true, precision: 3, mode: "date" });
}

/** When the row came to be, by the application's clock (which tests can freeze). */
export function createdAt() {
  return instant()
    .notNull()
    .$defaultFn(() => new Date());
}
