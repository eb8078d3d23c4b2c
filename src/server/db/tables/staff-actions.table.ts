import { index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";
import { id } from "../id.ts";

export const staffActionKinds = ["hide-course", "show-course"] as const;

/** What staff did, and why. Rows are only ever added, and stay when their subject is deleted. */
export const staffActions = pgTable(
  "staff_actions",
  {
    id: id("act"),
    kind: text({ enum: staffActionKinds }).notNull(),
    /** The row that it was done to. */
    subjectId: text().notNull(),
    reason: text().notNull(),
    /** Who did it: for a command, the name of the operating system's account. */
    doneBy: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("staff_actions_subject").on(table.subjectId, table.createdAt)],
);
