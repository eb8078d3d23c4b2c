import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  time,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { genders, roles } from "#lib/people/people.options.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { users } from "./accounts.table.ts";

/** Students and teachers. Every user has at most one profile, whose role never changes. */
export const profiles = pgTable(
  "profiles",
  {
    id: id("prf"),
    userId: text()
      .notNull()
      .references(() => users.id),
    role: text({ enum: roles }).notNull(),
    name: text().notNull(),
    /**
     * The name folded for search: in lower case, with accents, Arabic diacritics and alef variants
     * removed.
     */
    searchName: text().notNull(),
    phoneNumber: text(),
    country: text().notNull(),
    /** An IANA name. A teacher's weekly slots and class schedules are local times in this zone. */
    timeZone: text().notNull().default("UTC"),
    gender: text({ enum: genders }),
    nativeLanguage: text(),
    /** The BCP 47 code of the native language, if it is known. */
    nativeLanguageCode: text(),
    quranLevel: text(),
    spokenLanguages: text().array().notNull().default(sql`'{}'`),
    /** The BCP 47 codes of the spoken languages that are known. */
    spokenLanguageCodes: text().array().notNull().default(sql`'{}'`),
    profileImageUrl: text(),
    age: smallint(),
    /** Whether the person wants reminders of meetings and classes. */
    meetingReminders: boolean().notNull().default(true),
    /** Whether the student wants an email with the recap of each class. */
    classRecaps: boolean().notNull().default(false),
    /** Whether the person wants emails about unread messages. */
    messageDigests: boolean().notNull().default(true),
    /** Whether the person wants emails that summarize further changes. */
    changeSummaries: boolean().notNull().default(true),
    /** When the person hid the checklist for new people. */
    checklistDismissedAt: instant(),
    /** When the student said that the microphone and camera work. */
    deviceTestedAt: instant(),
    createdAt: createdAt(),
    updatedAt: instant(),

    parentGuardianName: text(),
    parentGuardianContact: text(),
    /**
     * The guardian's address that was confirmed. It counts only while it equals the current
     * contact.
     */
    guardianConfirmed: text(),
    /**
     * An address whose owner isn't this student's guardian, or doesn't want emails about the
     * student.
     */
    guardianDeclined: text(),
    learningGoals: text().array().notNull().default(sql`'{}'`),
    preferredTeachingMethods: text().array().notNull().default(sql`'{}'`),
    /** Whether the student is in the featured list. Set by staff, never by a request. */
    featured: boolean().notNull().default(false),

    bio: text(),
    specializations: text().array().notNull().default(sql`'{}'`),
    searchSpecializations: text().array().notNull().default(sql`'{}'`),
    yearsOfExperience: smallint(),
    hourlyRate: smallint(),
    verified: boolean().notNull().default(false),
    /** Whether students can book a free trial lesson in an open slot. */
    offersTrials: boolean().notNull().default(false),
    /** The sum and the number of the visible ratings of the teacher's courses. */
    ratingSum: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex("profiles_user_id").on(table.userId),
    index("profiles_role_created_at").on(table.role, table.createdAt, table.id),
    index("profiles_guardian_address")
      .on(sql`lower(trim(${table.parentGuardianContact}))`)
      .where(sql`${table.parentGuardianContact} is not null`),
    index("profiles_search").using("gin", sql`${table.searchName} gin_trgm_ops`),
    check("profiles_age", sql`${table.age} between 5 and 99`),
    check(
      "profiles_rating",
      sql`${table.ratingSum} between ${table.ratingCount} and 5 * ${table.ratingCount}`,
    ),
    check(
      "profiles_student_only",
      sql`${table.role} = 'student' or (${table.parentGuardianName} is null and ${table.parentGuardianContact} is null and not ${table.featured})`,
    ),
    check(
      "profiles_teacher_only",
      sql`${table.role} = 'teacher' or (${table.bio} is null and ${table.yearsOfExperience} is null and ${table.hourlyRate} is null and not ${table.verified})`,
    ),
  ],
);

export const certifications = pgTable(
  "certifications",
  {
    id: id("crt"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    name: text().notNull(),
    issuingAuthority: text().notNull(),
    year: smallint().notNull(),
    verificationUrl: text(),
  },
  (table) => [index("certifications_teacher_id").on(table.teacherId, table.position)],
);

export const educations = pgTable(
  "educations",
  {
    id: id("edu"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    degree: text().notNull(),
    major: text(),
    institution: text().notNull(),
    year: smallint().notNull(),
  },
  (table) => [index("educations_teacher_id").on(table.teacherId, table.position)],
);

/**
 * Weekly availability: local times on an ISO weekday (Monday is 1) in the teacher's time zone. A
 * constraint in the migrations prevents overlaps.
 */
export const timeSlots = pgTable(
  "time_slots",
  {
    id: id("slt"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    day: smallint().notNull(),
    startTime: time().notNull(),
    endTime: time().notNull(),
    isBooked: boolean().notNull().default(false),
  },
  (table) => [
    index("time_slots_teacher_id").on(table.teacherId),
    check("time_slots_day", sql`${table.day} between 1 and 7`),
    check("time_slots_order", sql`${table.endTime} > ${table.startTime}`),
  ],
);
