import { sql } from "drizzle-orm";
import {
  check,
  date,
  index,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { verseCount } from "#lib/quran/quran.ts";
import { recitationKinds, recitationLimits } from "#lib/recitations/recitations.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/**
 * What students have recited to the teacher of a course. Passages are kept by the numbers that
 * verses have through the whole Quran, so that no row can name a verse that there isn't.
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
    /** The day that the teacher named, by the teacher's calendar. */
    date: date({ mode: "string" }).notNull(),
    /** When it was: the class of that day, else the time of writing it down, else its noon. */
    heardAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("recitations_of_student").on(table.courseId, table.studentId, table.heardAt),
    index("recitations_student_id").on(table.studentId),
    // Sent twice, by a double tap or after an answer that was lost, it is the same lesson.
    unique("recitations_once").on(
      table.courseId,
      table.studentId,
      table.date,
      table.kind,
      table.firstVerse,
      table.lastVerse,
    ),
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
      "recitations_note",
      sql`char_length(${table.note}) between 1 and ${sql.raw(String(recitationLimits.note))}`,
    ),
  ],
);

/**
 * The links by which guardians of children read the lessons of a course. What a link ends with is
 * signed and not kept.
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
    /** Part of what is signed: a later one ends the link before it. */
    issuedAt: createdAt(),
    /** Up to which moment the guardian has been told of lessons. */
    toldUntil: instant().notNull(),
    /** When the next mail goes; null while there is nothing to tell. */
    mailAt: instant(),
  },
  (table) => [
    uniqueIndex("guardian_links_once").on(table.courseId, table.studentId),
    index("guardian_links_student_id").on(table.studentId),
  ],
);
