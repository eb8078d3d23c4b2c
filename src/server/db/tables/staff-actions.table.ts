import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { StaffActionKind, StaffSubjectKind } from "#lib/staff/staff-actions.ts";
import { createdAt } from "../columns.ts";
import { id } from "../id.ts";

/**
 * The audit log: what staff did and why. A trigger rejects changes and deletions of rows. They are
 * kept even if their subject or the member of staff is deleted.
 */
export const staffActions = pgTable(
  "staff_actions",
  {
    id: id("act"),
    kind: text().$type<StaffActionKind>().notNull(),
    /** What kind of row was affected. Null for rows from before there was a console. */
    subjectKind: text().$type<StaffSubjectKind>(),
    /** The ID of the affected row. */
    subjectId: text().notNull(),
    reason: text().notNull(),
    /** The user ID of the member of staff. Null for a command. */
    staffId: text(),
    /**
     * For a command, the name of the operating system account; otherwise the user ID, as in
     * `staffId`, because people's names are erased with their accounts.
     */
    doneBy: text().notNull(),
    /** What was changed, such as the values before and after. Never secrets. */
    details: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (table) => [
    index("staff_actions_subject").on(table.subjectId, table.createdAt),
    index("staff_actions_created_at").on(table.createdAt),
    index("staff_actions_staff").on(table.staffId, table.createdAt),
  ],
);
