import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { MeetingSettings } from "#lib/meetings/meetings.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { classes } from "./classes.table.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";
import { trialLessons } from "./trials.table.ts";

/**
 * Meetings that a teacher has asked for and Zoom has not confirmed yet. A row is written before
 * Zoom is asked and becomes a meeting of the same id afterwards, so that whatever happens in
 * between is known here.
 */
export const meetingRequests = pgTable(
  "meeting_requests",
  {
    /** The id of the meeting to be; it stands in the meeting at Zoom, where it is found again. */
    id: id("mtg"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id),
    /** Of which course; null for the room of a trial lesson. */
    courseId: text().references(() => courses.id, { onDelete: "cascade" }),
    trialId: text().references(() => trialLessons.id, { onDelete: "cascade" }),
    /** The class that is to be held in it, where it is made for one. */
    classId: text().references(() => classes.id, { onDelete: "set null" }),
    topic: text().notNull(),
    startTime: instant().notNull(),
    /** Minutes. */
    duration: smallint().notNull(),
    /** IANA zone of the teacher. */
    timeZone: text().notNull(),
    settings: jsonb().$type<MeetingSettings>().notNull(),
    createdAt: createdAt(),
    /** How often Zoom was asked. */
    tries: integer().notNull().default(1),
    /** Until then nobody else asks Zoom: a try may still be under way, or it is too early. */
    notBefore: instant().notNull(),
    /** Called off before it came to be: what Zoom may have made of it is taken back. */
    canceledAt: instant("called_off_at"),
  },
  (table) => [
    uniqueIndex("meeting_requests_once")
      .on(table.teacherId, table.courseId, table.startTime, table.topic)
      .where(sql`${table.canceledAt} is null`),
    uniqueIndex("meeting_requests_trial").on(table.trialId).where(sql`${table.canceledAt} is null`),
    check("meeting_requests_purpose", sql`num_nonnulls(${table.courseId}, ${table.trialId}) = 1`),
    index("meeting_requests_not_before").on(table.notBefore),
    check("meeting_requests_duration", sql`${table.duration} between 15 and 300`),
  ],
);
