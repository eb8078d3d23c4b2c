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
import type { MeetingSettings } from "#lib/meetings/meetings.rules.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { classes } from "./classes.table.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";
import { trialLessons } from "./trials.table.ts";

/**
 * Meetings that a teacher requested and the meeting service hasn't confirmed. A row is inserted
 * before the call to the service, and becomes a meeting with the same ID afterward, so that nothing
 * is lost in between.
 */
export const meetingRequests = pgTable(
  "meeting_requests",
  {
    /**
     * The ID of the future meeting. It is also sent to the service, so that the meeting can be
     * found there.
     */
    id: id("mtg"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id),
    /** Null for the room of a trial lesson. */
    courseId: text().references(() => courses.id, { onDelete: "cascade" }),
    trialId: text().references(() => trialLessons.id, { onDelete: "cascade" }),
    /** The class that the meeting is for, if any. */
    classId: text().references(() => classes.id, { onDelete: "set null" }),
    topic: text().notNull(),
    startTime: instant().notNull(),
    /** In minutes. */
    duration: smallint().notNull(),
    /** The teacher's time zone (IANA name). */
    timeZone: text().notNull(),
    settings: jsonb().$type<MeetingSettings>().notNull(),
    createdAt: createdAt(),
    /** How many times the service was called. */
    tries: integer().notNull().default(1),
    /**
     * When the service may be called again. Until then, an attempt may be running, or a retry would
     * be too early.
     */
    notBefore: instant().notNull(),
    /**
     * When the request was canceled before the meeting was created. If the service creates the
     * meeting anyway, it is deleted.
     */
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
