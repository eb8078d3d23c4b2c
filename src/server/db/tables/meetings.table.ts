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
import { meetingStatuses } from "#lib/meetings/meetings.ts";
import { createdAt, instant, meetingProvider } from "../columns.ts";
import { id } from "../id.ts";
import { users } from "./accounts.table.ts";
import { classes } from "./classes.table.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/** A teacher's connection to a meeting service. Tokens are encrypted at rest. */
export const meetingConnections = pgTable(
  "zoom_connections",
  {
    id: id("zco"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id),
    /** The service: the `id` of a `MeetingProvider`. */
    provider: meetingProvider(),
    providerUserId: text("zoom_user_id").notNull(),
    providerAccountId: text("zoom_account_id"),
    /** How the service names the account to its owner: an email address. */
    accountName: text(),
    accessTokenEncrypted: text().notNull(),
    refreshTokenEncrypted: text().notNull(),
    accessTokenExpiresAt: instant().notNull(),
    scopes: text().notNull().default(""),
    /** One process refreshes the tokens until then, and all others wait. */
    refreshingUntil: instant(),
    createdAt: createdAt(),
    updatedAt: instant(),
    /** When the service rejected our tokens or reported that access was revoked. */
    revokedAt: instant(),
  },
  (table) => [
    uniqueIndex("zoom_connections_teacher_id").on(table.teacherId),
    index("zoom_connections_zoom_user_id").on(table.providerUserId),
  ],
);

/** States of OAuth requests: random, bound to a user, single-use. Stored as keyed hashes. */
export const oauthStates = pgTable("oauth_states", {
  stateHash: text().primaryKey(),
  /** The service that the user authorizes. */
  provider: meetingProvider(),
  userId: text()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  codeVerifierEncrypted: text(),
  createdAt: createdAt(),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});

/** Tickets that let a browser start connecting a service: single-use, valid for one minute. */
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
    /** In minutes. */
    duration: smallint().notNull(),
    /** The time zone in which the teacher scheduled the meeting (IANA name). */
    timeZone: text().notNull(),
    settings: jsonb().$type<MeetingSettings>().notNull(),
    status: text({ enum: meetingStatuses }).notNull().default("scheduled"),
    /** The service that hosts the meeting. */
    provider: meetingProvider(),
    providerMeetingId: text("zoom_meeting_id").notNull(),
    /** The service's own join URL. People see only our URL, which checks enrollment. */
    providerJoinUrl: text("zoom_join_url").notNull(),
    /** Increases with every change that calendars must receive: new times and cancellations. */
    sequence: integer().notNull().default(0),
    createdAt: createdAt(),
    /** When the teacher last changed the meeting. */
    updatedAt: instant(),
    /** The latest of these changes that the service has received. */
    pushedAt: instant("told_at"),
    /** When the meeting was last moved. Null if it never was. */
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

/** Who opened a meeting's join link, and when they first did. */
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
