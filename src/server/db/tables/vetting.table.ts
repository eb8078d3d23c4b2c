import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import {
  documentKinds,
  vettingEventKinds,
  vettingScopes,
  vettingStatuses,
} from "#lib/vetting/vetting.rules.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { users } from "./accounts.table.ts";
import { profiles } from "./people.table.ts";

/**
 * The review of a teacher's credentials. Teachers without a row have submitted nothing. Whether a
 * teacher has the badge is `verified` in `profiles`, which is changed together with this row.
 */
export const vettings = pgTable(
  "vettings",
  {
    teacherId: text()
      .primaryKey()
      .references(() => profiles.id, { onDelete: "cascade" }),
    status: text({ enum: vettingStatuses }).notNull().default("draft"),
    /** The last day of the verification, in UTC. A new submission doesn't end it. */
    verifiedUntil: date({ mode: "string" }),
    scope: text({ enum: vettingScopes }).array().notNull().default(sql`'{}'`),
    submittedAt: instant(),
    /** The reminder that was sent last: how many days before the end it was due. */
    remindedDays: smallint(),
    /**
     * Increases with each change of credentials, documents or state, so that reviewers can't decide
     * about something that they haven't read.
     */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: instant(),
  },
  (table) => [
    index("vettings_status").on(table.status, table.submittedAt),
    index("vettings_verified_until").on(table.verifiedUntil),
    check(
      "vettings_verified",
      sql`${table.status} <> 'verified' or ${table.verifiedUntil} is not null`,
    ),
    check(
      "vettings_submitted",
      sql`${table.status} <> 'submitted' or ${table.submittedAt} is not null`,
    ),
  ],
);

/** The licenses to teach a reading, each with the chain of teachers that leads to it. */
export const ijazahs = pgTable(
  "ijazahs",
  {
    id: id("ijz"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    reading: text().notNull(),
    year: smallint().notNull(),
    /** Begins with the teacher who gave the ijazah. */
    chain: text().array().notNull(),
    verificationUrl: text(),
  },
  (table) => [index("ijazahs_teacher_id").on(table.teacherId, table.position)],
);

/** Private documents. Only their owner and reviewers can read them. */
export const vettingDocuments = pgTable(
  "vetting_documents",
  {
    id: id("doc"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    kind: text({ enum: documentKinds }).notNull(),
    /** The name of the uploaded file, with the ending of its stored format. */
    name: text().notNull(),
    /** The file's name in the storage, which is never part of a URL. */
    key: text().notNull().unique(),
    contentType: text({ enum: ["application/pdf", "image/webp"] }).notNull(),
    bytes: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("vetting_documents_teacher_id").on(table.teacherId, table.createdAt)],
);

/** The history of a review. Its notes are about interviews, and only reviewers can read them. */
export const vettingEvents = pgTable(
  "vetting_events",
  {
    id: id("vev"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    kind: text({ enum: [...vettingEventKinds, "note"] }).notNull(),
    /** The member of staff; null for what the teacher or a job did. */
    authorId: text().references(() => users.id),
    reason: text().notNull().default(""),
    scope: text({ enum: vettingScopes }).array().notNull().default(sql`'{}'`),
    until: date({ mode: "string" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("vetting_events_teacher_id").on(table.teacherId, table.createdAt),
    index("vetting_events_author_id").on(table.authorId),
  ],
);
