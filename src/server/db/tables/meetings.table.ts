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
import { type MeetingSettings, meetingStatuses } from "#lib/meetings/meetings.ts";
import { createdAt, instant, meetingProvider } from "../columns.ts";
import { id } from "../id.ts";
import { users } from "./accounts.table.ts";
import { classes } from "./classes.table.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/** A teacher's connection to the video-meeting service; tokens are encrypted at rest. */
export const meetingConnections = pgTable(
  "zoom_connections",
  {
    id: id("zco"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id),
    /** Which service: the `id` of a `MeetingProvider`. */
    provider: meetingProvider(),
    providerUserId: text("zoom_user_id").notNull(),
    providerAccountId: text("zoom_account_id"),
    accessTokenEncrypted: text().notNull(),
    refreshTokenEncrypted: text().notNull(),
    accessTokenExpiresAt: instant().notNull(),
    scopes: text().notNull().default(""),
    /** Until then, one process refreshes the tokens and all others wait. */
    refreshingUntil: instant(),
    createdAt: createdAt(),
    updatedAt: instant(),
    /** When the service rejected our tokens or reported that access was removed. */
    revokedAt: instant(),
  },
  (table) => [
    uniqueIndex("zoom_connections_teacher_id").on(table.teacherId),
    index("zoom_connections_zoom_user_id").on(table.providerUserId),
  ],
);

/** States of authorization requests: random, bound to a user, single use. Stored as keyed hashes. */
export const oauthStates = pgTable("oauth_states", {
  stateHash: text().primaryKey(),
  /** The service that was asked. */
  provider: meetingProvider(),
  userId: text()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  codeVerifierEncrypted: text(),
  createdAt: createdAt(),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});

/** Tickets that let a browser start connecting: single use, valid for one minute. */
export const connectTickets = pgTable("connect_tickets", {
  ticketHash: text().primaryKey(),
  userId: text()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  createdAt: createdAt(),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});

export const meetings = pgTable(
  "meetings",
  {
    id: id("mtg"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id),
    courseId: text()
      .notNull()
      .references(() => courses.id),
    /** The class that the meeting is for. Null for other meetings. */
    classId: text().references(() => classes.id, { onDelete: "set null" }),
    topic: text().notNull(),
    startTime: instant().notNull(),
    /** Minutes. */
    duration: smallint().notNull(),
    /** IANA zone in which the teacher scheduled it. */
    timeZone: text().notNull(),
    settings: jsonb().$type<MeetingSettings>().notNull(),
    status: text({ enum: meetingStatuses }).notNull().default("scheduled"),
    /** The service that has the room. */
    provider: meetingProvider(),
    providerMeetingId: text("zoom_meeting_id").notNull(),
    /** The service's own join address; people only ever see ours, which checks enrollment. */
    providerJoinUrl: text("zoom_join_url").notNull(),
    /** Counts the changes that calendars must learn of: other times, and a cancellation. */
    sequence: integer().notNull().default(0),
    createdAt: createdAt(),
    /** When the teacher last changed anything. */
    updatedAt: instant(),
    /** The latest of these changes that the service has received. */
    pushedAt: instant("told_at"),
    /** Since when the meeting has this time. Null if it was never moved. */
    movedAt: instant(),
    startedAt: instant(),
    endedAt: instant(),
  },
  (table) => [
    index("meetings_start_time").on(table.startTime),
    index("meetings_course_id").on(table.courseId, table.startTime),
    index("meetings_teacher_id").on(table.teacherId, table.startTime),
    index("meetings_class_id").on(table.classId),
    uniqueIndex("meetings_room").on(table.providerMeetingId, table.provider),
    check("meetings_duration", sql`${table.duration} between 15 and 300`),
  ],
);

/** Who opened the join link of a meeting, and when first. */
export const attendances = pgTable(
  "attendances",
  {
    id: id("att"),
    meetingId: text()
      .notNull()
      .references(() => meetings.id, { onDelete: "cascade" }),
    studentId: text()
      .notNull()
      .references(() => profiles.id),
    joinedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex("attendances_once").on(table.meetingId, table.studentId),
    index("attendances_student_id").on(table.studentId),
  ],
);
