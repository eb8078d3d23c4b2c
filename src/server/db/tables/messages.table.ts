import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/**
 * Conversations: between two people, ordered by their IDs, or among the members of a course, who
 * are looked up when needed.
 */
export const threads = pgTable(
  "threads",
  {
    id: id("thr"),
    courseId: text().references(() => courses.id, { onDelete: "cascade" }),
    firstId: text().references(() => profiles.id),
    secondId: text().references(() => profiles.id),
    /** The number of the latest message. A thread's messages are numbered from 1 without gaps. */
    lastSeq: integer().notNull().default(0),
    lastMessageAt: instant(),
    /**
     * When the student last asked the teacher something without being enrolled, and the number of
     * the message before it. Null in all other conversations.
     */
    askedAt: instant(),
    askedSeq: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("threads_course").on(table.courseId),
    uniqueIndex("threads_pair").on(table.firstId, table.secondId),
    index("threads_second_id").on(table.secondId),
    check(
      "threads_kind",
      sql`case when ${table.courseId} is null then coalesce(${table.firstId} < ${table.secondId}, false) else ${table.firstId} is null and ${table.secondId} is null end`,
    ),
  ],
);

export const messages = pgTable(
  "messages",
  {
    id: id("msg"),
    threadId: text()
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    seq: integer().notNull(),
    authorId: text()
      .notNull()
      .references(() => profiles.id),
    /** The ID that the sender's browser generated, so that duplicates are stored once. */
    clientId: text().notNull(),
    text: text().notNull(),
    searchText: text().notNull(),
    createdAt: createdAt(),
    /**
     * When the author deleted the message. The row is kept, so that the numbers have no gaps.
     */
    deletedAt: instant(),
    /**
     * The text of a deleted message, which only copies for guardians and reports contain. It is
     * removed after `deletedTextDays`.
     */
    deletedText: text(),
    /** When staff hid the message, in addition to `deletedAt`. They can show it again. */
    hiddenAt: instant(),
  },
  (table) => [
    uniqueIndex("messages_seq").on(table.threadId, table.seq),
    uniqueIndex("messages_once").on(table.authorId, table.clientId),
    index("messages_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
    index("messages_created_at").on(table.createdAt),
    index("messages_deleted_text").on(table.deletedAt).where(sql`${table.deletedText} is not null`),
  ],
);

/** How far each person has read a thread, as a message number. It only increases. */
export const threadStates = pgTable(
  "thread_states",
  {
    threadId: text()
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    profileId: text()
      .notNull()
      .references(() => profiles.id),
    deliveredSeq: integer().notNull().default(0),
    readSeq: integer().notNull().default(0),
    /** The latest message covered by an email about unread messages. */
    remindedSeq: integer().notNull().default(0),
    /** When that email was sent. */
    remindedAt: instant(),
    /** The latest message that was copied to a child's guardian. */
    copiedSeq: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.threadId, table.profileId] }),
    index("thread_states_profile_id").on(table.profileId),
  ],
);

export const messageBlocks = pgTable(
  "message_blocks",
  {
    blockerId: text()
      .notNull()
      .references(() => profiles.id),
    blockedId: text()
      .notNull()
      .references(() => profiles.id),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.blockerId, table.blockedId] })],
);

/**
 * The links where guardians read children's conversations, one per child. The secret in a link
 * is derived from the row and the application secret, so it isn't stored.
 */
export const guardianMessageLinks = pgTable("guardian_message_links", {
  id: id("gln"),
  childId: text()
    .notNull()
    .unique()
    .references(() => profiles.id),
  /**
   * The address that the link was sent to. The link stops working if the child gets a different
   * guardian.
   */
  address: text().notNull(),
  expiresAt: instant().notNull(),
  createdAt: createdAt(),
});

export const messageReports = pgTable(
  "message_reports",
  {
    messageId: text()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    reporterId: text()
      .notNull()
      .references(() => profiles.id),
    reason: text().notNull(),
    /** The text of the reported message, kept as evidence even if the message is deleted. */
    evidence: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.reporterId] })],
);
