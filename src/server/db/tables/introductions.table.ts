import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { introductionKinds } from "#lib/introductions/introductions.rules.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { profiles } from "./people.table.ts";

/**
 * How teachers introduce themselves on their page: a link to a video, or a recorded recitation. Each
 * one has an ID of its own, so that a report about a replaced one doesn't concern the next.
 */
export const introductions = pgTable(
  "introductions",
  {
    id: id("int"),
    teacherId: text()
      .notNull()
      .unique()
      .references(() => profiles.id, { onDelete: "cascade" }),
    kind: text({ enum: introductionKinds }).notNull(),
    /** The page of the video. */
    videoUrl: text(),
    /** The recording's name in the storage, which is never part of a URL. */
    key: text().unique(),
    bytes: integer(),
    milliseconds: integer(),
    /** When staff hid the introduction. */
    hiddenAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    check(
      "introductions_kind",
      sql`case ${table.kind} when 'video' then ${table.videoUrl} is not null and ${table.key} is null else ${table.key} is not null and ${table.bytes} is not null and ${table.milliseconds} is not null and ${table.videoUrl} is null end`,
    ),
  ],
);
