import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { waitingStatuses } from "#lib/seats/waiting-list.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/**
 * Places on the waiting lists of full courses. Rows are inserted and changed while the course row
 * is locked. An `offered` place counts toward the course's maxStudents like a held seat, unless its
 * student already has a seat.
 */
export const waitingPlaces = pgTable(
  "waiting_places",
  {
    id: id("wai"),
    courseId: text()
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    studentId: text()
      .notNull()
      .references(() => profiles.id),
    /** The order in which students joined within the course: 1, 2, 3 … */
    number: integer().notNull(),
    status: text({ enum: waitingStatuses }).notNull().default("waiting"),
    createdAt: createdAt(),
    /** When the seat was offered. Null for offers from before this was recorded. */
    offeredAt: instant(),
    /** When the student was reminded of the offer. */
    remindedAt: instant(),
    /** When the offer expires. Until then, the seat is held for the student. */
    offerExpiresAt: instant(),
    endedAt: instant(),
  },
  (table) => [
    unique("waiting_places_number").on(table.courseId, table.number),
    uniqueIndex("waiting_places_one_each")
      .on(table.courseId, table.studentId)
      .where(sql`${table.status} in ('waiting', 'offered')`),
    index("waiting_places_open")
      .on(table.courseId, table.status, table.number)
      .where(sql`${table.status} in ('waiting', 'offered')`),
    index("waiting_places_student_id").on(table.studentId),
    check(
      "waiting_places_offer",
      sql`${table.status} <> 'offered' or ${table.offerExpiresAt} is not null`,
    ),
    check(
      "waiting_places_end",
      sql`(${table.status} in ('waiting', 'offered')) = (${table.endedAt} is null)`,
    ),
  ],
);
