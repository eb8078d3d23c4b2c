import { bigint, index, integer, pgTable, varchar } from "drizzle-orm/pg-core";

/** Counters of rate limits (`rate-limits.ts`). */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    /** When the count starts again, in milliseconds since the Unix epoch. */
    expire: bigint({ mode: "number" }),
  },
  (table) => [index("rate_limits_expire").on(table.expire)],
);
