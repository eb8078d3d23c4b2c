/** Profiles of students and teachers, and the weekly time slots of teachers. */
import * as z from "zod/mini";
import { getTexts } from "#translations/profile-errors.ts";
import { uploadMessages } from "../media/media.ts";
import { pagingQuery } from "../paging/paging.ts";
import { line, personName, prose, requiredLine, withoutWebAddress } from "../text/text-schemas.ts";
import { clockTimePattern, dayNumber, days } from "../time/time.ts";
import { timeInputMessages } from "../time/time-schemas.ts";
import { toTimeZone } from "../time/time-zones.ts";
import { listCountries } from "./countries.ts";
import {
  adultAge,
  genders,
  hourlyRates,
  maxAge,
  minAge,
  studentQuranLevels,
  teacherQuranLevels,
} from "./people.options.ts";

const t = getTexts("profileErrors");

const countryNames = new Set(listCountries().map(({ name }) => name));

const country = requiredLine(60, () => t("countryMissing")).check(
  z.refine((value) => countryNames.has(value), { error: () => t("countryUnknown") }),
);

/** Accepts an IANA name or one of the specification's labels, and returns an IANA name. */
const timeZone = z.pipe(
  z.string({ error: () => timeInputMessages.timeZone }).check(
    z.refine((value) => toTimeZone(value) !== undefined, {
      error: () => timeInputMessages.timeZone,
    }),
  ),
  z.transform((value) => toTimeZone(value) ?? value),
);

const maxEntries = 20;
const tooManyEntries = { error: () => t("tooManyEntries", { count: maxEntries }) };

const list = z
  .array(requiredLine(60, () => t("entryEmpty")))
  .check(z.maxLength(maxEntries, tooManyEntries));

/** A short list of a profile's entries. */
export const listOf = <Entry extends z.ZodMiniType>(entry: Entry) =>
  z.array(entry).check(z.maxLength(maxEntries, tooManyEntries));

const wholeNumber = (minimum: number, maximum: number, error: () => string) =>
  z
    .number({ error })
    .check(z.int({ error }), z.minimum(minimum, { error }), z.maximum(maximum, { error }));

const age = wholeNumber(minAge, maxAge, () => t("age"));

/** URLs of images that were uploaded to this site. Any other URL is rejected. */
export const uploadedImageUrl = z.string({ error: () => uploadMessages.uploadFirst }).check(
  z.maxLength(300, { error: () => uploadMessages.uploadFirst }),
  z.regex(/^(https?:\/\/[^\s/]+)?\/media\/[\w-]+\.webp$/, {
    error: () => uploadMessages.uploadFirst,
  }),
);

// Optional fields also accept null, which clears them.
const shared = {
  name: personName(() => t("nameMissing")),
  phoneNumber: z.nullish(line(30)),
  country,
  timeZone: z.optional(timeZone),
  gender: z.nullish(z.enum(genders, { error: () => t("gender") })),
  nativeLanguage: z.nullish(line(60)),
  spokenLanguages: z.optional(list),
  profileImageUrl: z.nullish(
    z.union([z.literal(""), uploadedImageUrl], { error: () => uploadMessages.uploadFirst }),
  ),
};

const student = {
  quranLevel: z.nullish(z.enum(studentQuranLevels, { error: () => t("level") })),
  age: z.nullish(age),
  parentGuardianName: z.nullish(line(100).check(withoutWebAddress)),
  parentGuardianContact: z.nullish(line(120)),
  learningGoals: z.optional(list),
  preferredTeachingMethods: z.optional(list),
};

const webAddress = z.url({ protocol: /^https?$/ });

/** Whether the text is an http or https URL, which is safe to link. */
export function isWebAddress(text: string | null | undefined): text is string {
  return webAddress.safeParse(text).success;
}

/** A year in the Gregorian calendar, at most `ahead` years in the future. */
export const year = (ahead: number, error: () => string) =>
  wholeNumber(1900, 2100, error).check(
    z.refine((value) => value <= new Date().getUTCFullYear() + ahead, { error }),
  );

const secureAddress = () => t("secureAddress");

/** The URL at which a certificate can be verified. */
export const verificationUrl = z
  .url({ protocol: /^https$/, error: secureAddress })
  .check(z.maxLength(500, { error: secureAddress }));

export const certification = z.object({
  name: requiredLine(120, () => t("certificateMissing")),
  issuingAuthority: requiredLine(120, () => t("authorityMissing")),
  // The new year may already have started in the time zone where the certificate was issued.
  year: year(1, () => t("certificateYear")),
  verificationUrl: z.nullish(z.union([z.literal(""), verificationUrl], { error: secureAddress })),
});
export type Certification = z.output<typeof certification>;

export const education = z.object({
  degree: requiredLine(120, () => t("degreeMissing")),
  major: z.nullish(line(120)),
  institution: requiredLine(160, () => t("institutionMissing")),
  // Current students enter the year in which they will finish.
  year: year(10, () => t("educationYear")),
});
export type Education = z.output<typeof education>;

const rates: readonly number[] = hourlyRates;

const teacher = {
  quranLevel: z.nullish(z.enum(teacherQuranLevels, { error: () => t("level") })),
  age: z.nullish(age.check(z.minimum(adultAge, { error: () => t("adultTeacher") }))),
  bio: z.nullish(prose(3000)),
  specializations: z.optional(list),
  yearsOfExperience: z.nullish(wholeNumber(0, 80, () => t("experience"))),
  hourlyRate: z.nullish(
    z
      .number({ error: () => t("rate") })
      .check(z.refine((value) => rates.includes(value), { error: () => t("rate") })),
  ),
  certifications: z.optional(listOf(certification)),
  educationBackground: z.optional(listOf(education)),
  offersTrials: z.optional(z.boolean()),
};

export const studentProfile = z.object({ ...shared, ...student });
export type StudentProfileInput = z.output<typeof studentProfile>;

export const teacherProfile = z.object({ ...shared, ...teacher });
export type TeacherProfileInput = z.output<typeof teacherProfile>;

/** An update may contain any subset of the fields. */
export const studentProfileUpdate = z.partial(studentProfile);
export type StudentProfileUpdate = z.output<typeof studentProfileUpdate>;

export const teacherProfileUpdate = z.partial(teacherProfile);
export type TeacherProfileUpdate = z.output<typeof teacherProfileUpdate>;

/** The password field of the form confirms the password of the account. The API doesn't need it. */
const confirmation = { password: z.optional(z.string()) };

export const registrationInput = z.discriminatedUnion(
  "role",
  [
    z.extend(studentProfile, { role: z.literal("student"), ...confirmation }),
    z.extend(teacherProfile, { role: z.literal("teacher"), ...confirmation }),
  ],
  { error: () => t("role") },
);
export type RegistrationInput = z.output<typeof registrationInput>;

const clockTime = z
  .string({ error: () => t("time") })
  .check(z.regex(clockTimePattern, { error: () => t("time") }));

/**
 * A weekly wall-clock time in the teacher's time zone. It ends on the day on which it starts. An
 * `isBooked` field in the input is ignored, because the server manages bookings.
 */
export const weeklyTime = z
  .object({
    day: z.enum(days, { error: () => t("day") }),
    startTime: clockTime,
    endTime: clockTime,
  })
  .check(
    z.refine((slot) => slot.endTime > slot.startTime, {
      error: () => t("timeOrder"),
      path: ["endTime"],
    }),
  );
export type WeeklyTime = z.output<typeof weeklyTime>;

/** The first two times of a week that overlap. Times that are adjacent don't overlap. */
export function findOverlap<T extends WeeklyTime>(times: readonly T[]): [T, T] | undefined {
  const sorted = [...times].sort(
    (a, b) => dayNumber(a.day) - dayNumber(b.day) || (a.startTime < b.startTime ? -1 : 1),
  );
  for (const [index, next] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before?.day === next.day && before.endTime > next.startTime) return [before, next];
  }
  return undefined;
}

export const timeSlotsInput = z.object({
  availableTimeSlots: z
    .array(weeklyTime)
    .check(z.maxLength(100, { error: () => t("tooManySlots") })),
});
export type TimeSlotsInput = z.output<typeof timeSlotsInput>;

export const maxPeopleLimit = 100;
/** The number of people in a list without a `limit`. */
export const defaultPeopleLimit = 100;

/** Query parameters of the lists of teachers and students. */
export const peopleListQuery = z.object({
  search: z.optional(line(200)),
  ...pagingQuery(maxPeopleLimit),
});
export type PeopleListQuery = z.output<typeof peopleListQuery>;

/** A blank query matches everyone. */
export const studentSearchQuery = z.object({
  query: z.optional(line(200)),
  ...pagingQuery(maxPeopleLimit),
});
export type StudentSearchQuery = z.output<typeof studentSearchQuery>;

/** The number of people on a page of the site. */
export const peoplePageSize = 12;
