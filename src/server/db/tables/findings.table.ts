import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";

/** Payment problems that can't be resolved automatically. Staff are notified of each one once. */
export const paymentFindings = pgTable(
  "payment_findings",
  {
    id: id("fnd"),
    kind: text().notNull(),
    /** The affected row or charge: the ID of one of our rows, or of a charge at the provider. */
    subjectId: text().notNull(),
    details: text().notNull(),
    createdAt: createdAt(),
    /** When a check no longer found the problem. */
    resolvedAt: instant(),
  },
  (table) => [
    uniqueIndex("payment_findings_open")
      .on(table.kind, table.subjectId)
      .where(sql`${table.resolvedAt} is null`),
  ],
);
