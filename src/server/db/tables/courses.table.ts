import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  time,
} from "drizzle-orm/pg-core";
import {
  courseAudiences,
  courseStatuses,
  editableCourseLevels,
} from "#lib/courses/courses.rules.ts";
import { defaultRefundPolicy, refundPolicies } from "#lib/payments/refund-policy.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { profiles } from "./people.table.ts";

export const courses = pgTable(
  "courses",
  {
    id: id("crs"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id),
    title: text().notNull(),
    /**
     * The title folded for search: in lower case, with accents, Arabic diacritics and alef variants
     * removed.
     */
    searchTitle: text().notNull(),
    description: text().notNull(),
    /** The beginning of the description as plain text, for lists, feeds and search engines. */
    excerpt: text().notNull().default(""),
    level: text({ enum: editableCourseLevels }).notNull(),
    category: text(),
    language: text(),
    /** The BCP 47 code of the language, if it is known. */
    languageCode: text(),
    /** Whom the course is for, in the order of `courseAudiences`. Empty if the teacher hasn't said. */
    audience: text({ enum: courseAudiences }).array().notNull().default(sql`'{}'`),
    imageUrls: text().array().notNull().default(sql`'{}'`),
    topics: text().array().notNull().default(sql`'{}'`),
    /** The topics folded like the title, so that categories match regardless of spelling. */
    searchTopics: text().array().notNull(),
    objectives: text().array().notNull().default(sql`'{}'`),
    requirements: text().array().notNull().default(sql`'{}'`),
    priceCents: integer().notNull(),
    hasDiscount: boolean().notNull().default(false),
    discountPriceCents: integer(),
    /** Whether students who enroll later pay only for the classes that are left. */
    proRata: boolean().notNull().default(false),
    /** In weeks. */
    duration: smallint().notNull(),
    /** Calendar dates in the teacher's time zone. Drafts may omit them. */
    startDate: date({ mode: "string" }),
    endDate: date({ mode: "string" }),
    maxStudents: integer().notNull(),
    /** The refund policy for students who leave. */
    refundPolicy: text({ enum: refundPolicies }).notNull().default(defaultRefundPolicy),
    status: text({ enum: courseStatuses }).notNull().default("draft"),
    /** When the course was archived. Seats can't be taken after that. */
    archivedAt: instant(),
    /**
     * When the teacher canceled the course and refunded everyone. Null for courses that were only
     * archived.
     */
    canceledAt: instant(),
    /** Whether the last day has passed. Updated by changes and by a job. */
    isOver: boolean().notNull().default(false),
    /**
     * Whether the course is paid and has no class left that a new student could attend, so that no
     * seat is sold. Updated by changes and by a job.
     */
    lacksClasses: boolean().notNull().default(false),
    /**
     * When the next scheduled class starts. Null if there is none. Updated by changes of classes and
     * by a job, so it can be a few minutes in the past.
     */
    nextClassAt: instant(),
    /** The sum and the number of the visible ratings. */
    ratingSum: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    /** When staff hid the course from everyone except its teacher and students. */
    hiddenAt: instant(),
    hiddenReason: text(),
    /** Whether the teacher's suspension hid the course, so that it is shown when that ends. */
    hiddenBySuspension: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: instant(),
  },
  (table) => [
    index("courses_teacher_id").on(table.teacherId, table.createdAt),
    index("courses_newest").on(table.status, table.createdAt, table.id),
    // The list of teachers reads the teachers of all open courses from the index alone.
    index("courses_id_teacher_id").on(table.id, table.teacherId),
    index("courses_next_class").on(table.nextClassAt),
    check("courses_price", sql`${table.priceCents} = 0 or ${table.priceCents} >= 50`),
    check(
      "courses_discount",
      sql`not ${table.hasDiscount} or (${table.discountPriceCents} is not null and ${table.discountPriceCents} <= ${table.priceCents} and (${table.discountPriceCents} = 0 or ${table.discountPriceCents} >= 50))`,
    ),
    check(
      "courses_audience",
      sql`${table.audience} <@ array['children', 'teens', 'adults']::text[]`,
    ),
    check("courses_seats", sql`${table.maxStudents} >= 1`),
    check("courses_duration", sql`${table.duration} >= 1`),
    check("courses_hidden", sql`(${table.hiddenAt} is null) = (${table.hiddenReason} is null)`),
    check("courses_dates", sql`${table.endDate} >= ${table.startDate}`),
    check(
      "courses_published_dates",
      sql`${table.status} <> 'published' or (${table.startDate} is not null and ${table.endDate} is not null)`,
    ),
    check(
      "courses_rating",
      sql`${table.ratingSum} between ${table.ratingCount} and 5 * ${table.ratingCount}`,
    ),
  ],
);

/**
 * The weekly classes of a course: local times on an ISO weekday in the teacher's time zone.
 * Triggers in the migrations copy the teacher, dates and status from the course, so that an
 * exclusion constraint can reject overlaps between a teacher's published courses.
 */
export const courseSchedule = pgTable(
  "course_schedule",
  {
    id: id("sch"),
    courseId: text()
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    day: smallint().notNull(),
    startTime: time().notNull(),
    endTime: time().notNull(),
    teacherId: text().notNull(),
    startDate: date({ mode: "string" }),
    endDate: date({ mode: "string" }),
    published: boolean().notNull().default(false),
  },
  (table) => [
    index("course_schedule_course_id").on(table.courseId, table.position),
    check("course_schedule_day", sql`${table.day} between 1 and 7`),
    check("course_schedule_order", sql`${table.endTime} > ${table.startTime}`),
  ],
);
