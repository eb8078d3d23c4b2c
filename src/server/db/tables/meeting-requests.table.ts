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
 * Meetings that a teacher requested and the service hasn't confirmed yet. A row is written before the
 * call to the service and becomes a meeting with the same id afterwards, so that nothing in between is lost.
 */
export const meetingRequests = pgTable(
  "meeting_requests",
  {
    /** The id of the future meeting. The meeting at the service contains it, so that it can be found. */
    id: id("mtg"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id),
    /** The course. Null for the room of a trial lesson. */
    courseId: text().references(() => courses.id, { onDelete: "cascade" }),
    trialId: text().references(() => trialLessons.id, { onDelete: "cascade" }),
    /** The class that the meeting is for, if any. */
    classId: text().references(() => classes.id, { onDelete: "set null" }),
    topic: text().notNull(),
    startTime: instant().notNull(),
    /** Minutes. */
    duration: smallint().notNull(),
    /** IANA zone of the teacher. */
    timeZone: text().notNull(),
    settings: jsonb().$type<MeetingSettings>().notNull(),
    createdAt: createdAt(),
    /** How often the service was called. */
    tries: integer().notNull().default(1),
    /** When the service may be called again: an attempt may be running, or it is too early. */
    notBefore: instant().notNull(),
    /** When it was canceled before it was created. Whatever the service created is deleted. */
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
