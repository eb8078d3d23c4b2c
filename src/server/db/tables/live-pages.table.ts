import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type { ShownTranslations } from "#lib/live-pages/live-pages.rules.ts";
import { instant } from "../columns.ts";
import { classes } from "./classes.table.ts";
import { profiles } from "./people.table.ts";

const classId = () =>
  text()
    .notNull()
    .references(() => classes.id, { onDelete: "cascade" });

const profileId = () =>
  text()
    .notNull()
    .references(() => profiles.id);

/** What a class follows in the Quran. Verses are numbered from 1 to 6,236. */
export const livePages = pgTable(
  "live_pages",
  {
    classId: classId().primaryKey(),
    /** Increases with every change. */
    seq: integer().notNull().default(0),
    /** The person who decides what is shown: the host, or a co-host. */
    leadId: profileId(),
    /** Increases with every change of the lead. */
    leadEpoch: integer().notNull().default(0),
    /** The students who may take the lead. */
    cohostIds: text().array().notNull().default([]),
    shared: boolean().notNull().default(false),
    /** The shared passage and the current verse. Null if nothing is shared. */
    first: integer(),
    last: integer(),
    current: integer(),
    translations: jsonb().$type<ShownTranslations>().notNull().default(true),
    transliteration: boolean().notNull().default(false),
    gloss: boolean().notNull().default(false),
    locked: boolean().notNull().default(false),
    /** The student who is reciting. */
    reciterId: text().references(() => profiles.id),
    /** When the lead last changed something. */
    updatedAt: instant().notNull(),
    /** When the lead stopped sharing, in order, as ISO 8601 instants. */
    stops: jsonb().$type<string[]>().notNull().default([]),
    /** When the recap was emailed to the members who want it. */
    recapMailedAt: instant(),
  },
  (table) => [
    check(
      "live_pages_passage",
      sql`(${table.shared} and ${table.first} <= ${table.current} and ${table.current} <= ${table.last})
        or (not ${table.shared} and num_nonnulls(${table.first}, ${table.last}, ${table.current}) = 0)`,
    ),
  ],
);

/** The verses that were current during a class, for its recap. */
export const livePageVerses = pgTable(
  "live_page_verses",
  {
    classId: classId(),
    verse: integer().notNull(),
    /** The first and the last time at which the verse became current. */
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    /** The times at which the verse became current, in order, as ISO 8601 instants. */
    visits: jsonb().$type<string[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.classId, table.verse] })],
);

export const raisedHands = pgTable(
  "raised_hands",
  {
    classId: classId(),
    profileId: profileId(),
    raisedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.classId, table.profileId] }),
    index("raised_hands_profile_id").on(table.profileId),
  ],
);

/**
 * Who has a live page open, and in which process. Unlogged (in the migration): the rows are renewed
 * every few seconds, and mean nothing after a crash.
 */
export const livePageFollowers = pgTable(
  "live_page_followers",
  {
    classId: classId(),
    profileId: profileId(),
    serverId: text().notNull(),
    isOpen: boolean().notNull(),
    seenAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.classId, table.profileId, table.serverId] }),
    index("live_page_followers_profile_id").on(table.profileId),
    index("live_page_followers_seen_at").on(table.seenAt),
  ],
);
