import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/**
 * Comments by the teacher and enrolled students below a course, numbered while the course's row is
 * locked.
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
    /** The id that the author's browser gave the comment, if any. */
    clientId: text(),
    content: text().notNull(),
    createdAt: createdAt(),
    /** Since when the teacher hides it from others. */
    hiddenAt: instant(),
  },
  (table) => [
    uniqueIndex("comments_seq").on(table.courseId, table.seq),
    uniqueIndex("comments_client_id").on(table.authorId, table.clientId),
  ],
);
