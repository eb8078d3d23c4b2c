import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { roles } from "#lib/people/people.options.ts";
import { trialStatuses } from "#lib/trials/trials.ts";
import { createdAt, instant, meetingProvider } from "../columns.ts";
import { id } from "../id.ts";
import { profiles, timeSlots } from "./people.table.ts";

/**
 * Free trial lessons in a weekly slot, each on one date. A slot has at most one booked lesson, and
 * a student at most one with each teacher. Constraints enforce both, and a constraint in the
 * migrations prevents a student's lessons from overlapping.
 */
export const trialLessons = pgTable(
  "trial_lessons",
  {
    id: id("trl"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id),
    studentId: text()
      .notNull()
      .references(() => profiles.id),
    slotId: text().references(() => timeSlots.id, { onDelete: "set null" }),
    /** What the student wrote to the teacher when booking. Erased with the student's account. */
    note: text(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    status: text({ enum: trialStatuses }).notNull().default("booked"),
    /** Increases with every change that calendars must receive. */
    sequence: integer().notNull().default(0),
    createdAt: createdAt(),
    cancelledAt: instant(),
    cancelledBy: text({ enum: roles }),
    /** The latest reminder that both people got, as hours before the start: 24, then 1. */
    remindedHours: smallint(),
    /** The ID of its video room. Null until one is requested. */
    roomId: text(),
    /** The service that hosts the room, if there is one. */
    provider: meetingProvider("meeting_provider"),
    providerMeetingId: text("zoom_meeting_id"),
    /** The service's own join URL. People see only ours. */
    providerJoinUrl: text("zoom_join_url"),
  },
  (table) => [
    uniqueIndex("trial_lessons_slot").on(table.slotId).where(sql`${table.status} = 'booked'`),
    uniqueIndex("trial_lessons_once")
      .on(table.teacherId, table.studentId)
      .where(sql`${table.status} <> 'cancelled'`),
    index("trial_lessons_student_id").on(table.studentId, table.status),
    index("trial_lessons_ends_at").on(table.endsAt).where(sql`${table.status} = 'booked'`),
    check("trial_lessons_order", sql`${table.endsAt} > ${table.startsAt}`),
  ],
);
