import { text, timestamp } from "drizzle-orm/pg-core";

const inMilliseconds = { withTimezone: true, precision: 3, mode: "date" } as const;

/**
 * An instant, stored in UTC with millisecond precision. By default, the column is named after its
 * key.
 */
export function instant(name = "") {
  return timestamp(name, inMilliseconds);
}

/** When the row was created, according to the application's clock, which tests can freeze. */
export function createdAt() {
  return instant()
    .notNull()
    .$defaultFn(() => new Date());
}

/** The `id` of a `MeetingProvider`. Rows from before there were other services belong to Zoom. */
export function meetingProvider(name = "") {
  return text(name).notNull().default("zoom");
}
