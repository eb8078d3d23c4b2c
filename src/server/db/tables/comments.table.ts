import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/** What the teacher and the enrolled write under a course, numbered with the course's row locked. */
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
    /** The writer's own name for the comment, where there is one. */
    clientId: text(),
    content: text().notNull(),
    createdAt: createdAt(),
    /** Set while the teacher hides it from the others. */
    hiddenAt: instant(),
  },
  (table) => [
    uniqueIndex("comments_seq").on(table.courseId, table.seq),
    uniqueIndex("comments_client_id").on(table.authorId, table.clientId),
  ],
);
