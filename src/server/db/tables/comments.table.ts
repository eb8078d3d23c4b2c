import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/**
 * Comments by the teacher and enrolled students of a course. They are numbered while the course's
 * row is locked.
 */
export const comments = pgTable(
  "comments",
  {
    id: id("cmt"),
    courseId: text()
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    seq: integer().notNull(),
    authorId: text()
      .notNull()
      .references(() => profiles.id),
    /** The ID that the author's browser generated, if any. */
    clientId: text(),
    content: text().notNull(),
    createdAt: createdAt(),
    /** When the teacher hid the comment from others. */
    hiddenAt: instant(),
    /** When staff hid the comment from everyone but its author. The teacher can't show it again. */
    removedAt: instant(),
  },
  (table) => [
    uniqueIndex("comments_seq").on(table.courseId, table.seq),
    uniqueIndex("comments_client_id").on(table.authorId, table.clientId),
  ],
);
