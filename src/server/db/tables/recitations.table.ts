import { sql } from "drizzle-orm";
import {
  check,
  date,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { verseCount } from "#lib/quran/quran.ts";
import type { StoredMarkedWord } from "#lib/recitations/marked-words.rules.ts";
import { recitationKinds, recitationLimits } from "#lib/recitations/recitations.rules.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/**
 * What students have recited to the teacher of a course. Passages are stored as verse numbers
 * within the whole Quran, so that no row can refer to a verse that doesn't exist.
 */
export const recitations = pgTable(
  "recitations",
  {
    id: id("rec"),
    courseId: text()
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    studentId: text()
      .notNull()
      .references(() => profiles.id),
    kind: text({ enum: recitationKinds }).notNull(),
    firstVerse: smallint().notNull(),
    lastVerse: smallint().notNull(),
    mistakes: smallint().notNull(),
    note: text(),
    /** The words at which the teacher marked a mistake, in the order of the Quran. */
    markedWords: jsonb().$type<StoredMarkedWord[]>().notNull().default([]),
    /** The ID that the teacher's device chose while marking. Null if the lesson was entered. */
    clientId: text(),
    /** The date that the teacher entered, in the teacher's time zone. */
    date: date({ mode: "string" }).notNull(),
    /**
     * When the student recited, if the teacher marked it. Otherwise the time of the class on that
     * date, or else the time of entry, or else noon.
     */
    heardAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("recitations_of_student").on(table.courseId, table.studentId, table.heardAt),
    index("recitations_student_id").on(table.studentId),
    // Stores a lesson only once even if it is sent twice, by a double tap or a retry. A student may
    // recite a passage several times a day, so marked recitations are identified by their IDs.
    uniqueIndex("recitations_once")
      .on(
        table.courseId,
        table.studentId,
        table.date,
        table.kind,
        table.firstVerse,
        table.lastVerse,
      )
      .where(sql`${table.clientId} is null`),
    uniqueIndex("recitations_client_id").on(table.courseId, table.studentId, table.clientId),
    check("recitations_kind", sql`${table.kind} in ('sabaq', 'sabqi', 'manzil')`),
    check(
      "recitations_passage",
      sql`1 <= ${table.firstVerse} and ${table.firstVerse} <= ${table.lastVerse}
        and ${table.lastVerse} <= ${sql.raw(String(verseCount))}`,
    ),
    check(
      "recitations_mistakes",
      sql`${table.mistakes} between 0 and ${sql.raw(String(recitationLimits.mistakes))}`,
    ),
    check(
      "recitations_marked_words",
      sql`jsonb_array_length(${table.markedWords}) <= ${sql.raw(String(recitationLimits.mistakes))}`,
    ),
    check(
      "recitations_note",
      sql`char_length(${table.note}) between 1 and ${sql.raw(String(recitationLimits.note))}`,
    ),
  ],
);

/**
 * The links where guardians read a child's lessons in a course. The signature at the end of a
 * link isn't stored.
 */
export const guardianLinks = pgTable(
  "guardian_links",
  {
    id: id("gdl"),
    courseId: text()
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    studentId: text()
      .notNull()
      .references(() => profiles.id),
    /** Part of the signed data, so that a new link invalidates the previous one. */
    issuedAt: createdAt(),
    /** The latest lesson that the guardian was notified of. */
    toldUntil: instant().notNull(),
    /** When the next email is due. Null if there is nothing to send. */
    mailAt: instant(),
  },
  (table) => [
    uniqueIndex("guardian_links_once").on(table.courseId, table.studentId),
    index("guardian_links_student_id").on(table.studentId),
  ],
);
