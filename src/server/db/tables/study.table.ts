import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { type Anchor, type HighlightColor, studyKinds, verseSize } from "#lib/study/study.rules.ts";
import { instant } from "../columns.ts";
import { users } from "./accounts.table.ts";

/**
 * The revision of each person's items, which every change increases. A change locks the row, so
 * that a person's devices take turns.
 */
export const studyRevisions = pgTable("study_revisions", {
  userId: text()
    .primaryKey()
    .references(() => users.id),
  rev: integer().notNull().default(0),
  /** The latest revision at which the remains of a deleted item were removed. */
  purgedRev: integer().notNull().default(0),
});

/** The fields of an item, as in `StudyFields`. A deleted item has none. */
export interface StudyData {
  verse?: number | undefined;
  name?: string | undefined;
  anchor?: Anchor | undefined;
  color?: HighlightColor | undefined;
  text?: string | undefined;
  verses?: number[] | undefined;
}

const sizeOfData = sql.raw(
  `octet_length(data::text) + ${verseSize} * coalesce(jsonb_array_length(data -> 'verses'), 0)`,
);

/**
 * Bookmarks, highlights, notes and collections. Devices choose the IDs, which are unique only
 * within one person's items.
 */
export const studyItems = pgTable(
  "study_items",
  {
    userId: text()
      .notNull()
      .references(() => users.id),
    id: text().notNull(),
    kind: text({ enum: studyKinds }).notNull(),
    rev: integer().notNull(),
    data: jsonb().$type<StudyData>().notNull(),
    /** The clock of each field, and of the deletion (`src/lib/study/clock.ts`). */
    clocks: jsonb().$type<Record<string, number>>().notNull(),
    createdClock: bigint({ mode: "number" }).notNull(),
    /** The revision at which the text or the verses last changed. */
    mergedRev: integer().notNull(),
    /** The clock that the device sent with that change, which may have been ahead. */
    mergedSent: bigint({ mode: "number" }).notNull(),
    /**
     * The clocks of the latest changes as they were sent, so that a repeated change has no effect.
     */
    applied: jsonb().$type<number[]>().notNull(),
    deletedAt: instant(),
    /**
     * For a deleted item: how many items of the same limit the person had before the deletion. The
     * deletion can be undone up to this number, under any plan.
     */
    countBefore: integer(),
    /** The share of the person's limit that the item uses. */
    size: integer().notNull().generatedAlwaysAs(sizeOfData),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    uniqueIndex("study_items_rev").on(table.userId, table.rev),
    index("study_items_deleted_at").on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    check(
      "study_items_kind",
      sql`${table.kind} in ('bookmark', 'highlight', 'note', 'collection')`,
    ),
  ],
);
