import { index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";
import { id } from "../id.ts";

export const staffActionKinds = ["hide-course", "show-course"] as const;

/** What staff did and why. Rows are only inserted, and are kept if their subject is deleted. */
export const staffActions = pgTable(
  "staff_actions",
  {
    id: id("act"),
    kind: text({ enum: staffActionKinds }).notNull(),
    /** The ID of the affected row. */
    subjectId: text().notNull(),
    reason: text().notNull(),
    /** Who did it. For a command, this is the name of the operating system account. */
    doneBy: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("staff_actions_subject").on(table.subjectId, table.createdAt)],
);
