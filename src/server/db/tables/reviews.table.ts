import { sql } from "drizzle-orm";
import {
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { reviewResourceTypes } from "#lib/reviews/reviews.rules.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { users } from "./accounts.table.ts";

/** Reviews of the app, of courses and of teachers, one per author and subject. */
export const reviews = pgTable(
  "reviews",
  {
    id: id("rev"),
    authorId: text()
      .notNull()
      .references(() => users.id),
    resourceType: text({ enum: reviewResourceTypes }).notNull(),
    resourceId: text().notNull(),
    rating: smallint().notNull(),
    content: text().notNull(),
    createdAt: createdAt(),
    updatedAt: instant(),
    /**
     * When the review was hidden after enough people had reported it. Hidden reviews don't count
     * anywhere.
     */
    hiddenAt: instant(),
    /** When staff approved this text. After that, reports can no longer hide it. */
    clearedAt: instant(),
    /**
     * When staff removed the review permanently, in addition to `hiddenAt`. If the author then
     * deletes it, only the text is deleted, because the row prevents another review.
     */
    removedAt: instant(),
  },
  (table) => [
    uniqueIndex("reviews_once").on(table.authorId, table.resourceType, table.resourceId),
    index("reviews_resource").on(table.resourceType, table.resourceId, table.createdAt),
    index("reviews_search").using("gin", sql`${table.content} gin_trgm_ops`),
    check("reviews_rating", sql`${table.rating} between 1 and 5`),
    check("reviews_removed", sql`${table.removedAt} is null or ${table.hiddenAt} is not null`),
  ],
);

/** Marks that people set on reviews. Setting the same mark again removes it. */
export const reviewMarks = pgTable(
  "review_marks",
  {
    reviewId: text()
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    userId: text()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ["report", "helpful"] }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.userId, table.kind] })],
);
