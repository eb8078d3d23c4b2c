import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { classStatuses } from "#lib/classes/classes.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/**
 * The dated classes of courses that are or were published. A class keeps its ID when it is moved. A
 * constraint in the migrations prevents overlaps between a teacher's scheduled classes. It is
 * checked at the commit, because classes of one course may swap times.
 */
export const classes = pgTable(
  "classes",
  {
    id: id("cls"),
    courseId: text()
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    teacherId: text()
      .notNull()
      .references(() => profiles.id),
    /** The start according to the weekly schedule, even if the teacher has since moved the class. */
    plannedStart: instant().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    status: text({ enum: classStatuses }).notNull().default("scheduled"),
    /**
     * When students were first able to know the start. Null if it was among the first classes of the
     * course, which nobody could buy before.
     */
    announcedAt: instant(),
    /**
     * The start that was announced then, if the class has since been postponed a little on short
     * notice. Null otherwise.
     */
    announcedStart: instant(),
    /** Increases with every change that calendars must receive. */
    sequence: integer().notNull().default(0),
    /** The teacher's message about the last change. */
    note: text(),
    createdAt: createdAt(),
    updatedAt: instant(),
    /** When the video room was requested automatically. Null if it wasn't yet. */
    roomRequestedAt: instant(),
  },
  (table) => [
    index("classes_starts_at").on(table.startsAt).where(sql`${table.status} = 'scheduled'`),
    index("classes_course_id").on(table.courseId, table.startsAt),
    index("classes_teacher_id").on(table.teacherId, table.startsAt),
    check("classes_order", sql`${table.endsAt} > ${table.startsAt}`),
  ],
);

/**
 * Emails that notified a teacher of a class without a room: one per class, start and number of
 * hours before it.
 */
export const missingRoomNotices = pgTable(
  "missing_room_notices",
  {
    classId: text()
      .notNull()
      .references(() => classes.id, { onDelete: "cascade" }),
    startsAt: instant().notNull(),
    /** Hours before the start: 24 or 2. */
    hours: smallint().notNull(),
    sentAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.classId, table.startsAt, table.hours] })],
);

/** The teacher's corrections of attendance. They override the attendance recorded by the join link. */
export const attendanceCorrections = pgTable(
  "attendance_corrections",
  {
    classId: text()
      .notNull()
      .references(() => classes.id, { onDelete: "cascade" }),
    studentId: text()
      .notNull()
      .references(() => profiles.id),
    present: boolean().notNull(),
    correctedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.classId, table.studentId] }),
    index("attendance_corrections_student_id").on(table.studentId),
  ],
);
