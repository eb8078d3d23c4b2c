/** Profiles of students and teachers, and the weekly time slots of teachers. */
import * as z from "zod/mini";
import { pagingQuery } from "../paging/paging.ts";
import { line, personName, prose, requiredLine, withoutWebAddress } from "../text/text-schemas.ts";
import { clockTimePattern, dayNumber, days } from "../time/time.ts";
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

const countryNames = new Set(listCountries().map(({ name }) => name));

const country = requiredLine(60, "Country is required").check(
  z.refine((value) => countryNames.has(value), "Please choose a country from the list"),
);

/** Accepts an IANA name or one of the specification's labels, and returns an IANA name. */
const timeZone = z.pipe(
  z
    .string("Please choose a time zone from the list")
    .check(
      z.refine(
        (value) => toTimeZone(value) !== undefined,
        "Please choose a time zone from the list",
      ),
    ),
  z.transform((value) => toTimeZone(value) ?? value),
);

const maxEntries = 20;
const tooManyEntries = `Please use at most ${maxEntries} entries.`;

const list = z
  .array(requiredLine(60, "Please remove the empty entry"))
  .check(z.maxLength(maxEntries, tooManyEntries));

const wholeNumber = (minimum: number, maximum: number, message: string) =>
  z.number(message).check(z.int(message), z.minimum(minimum, message), z.maximum(maximum, message));

const age = wholeNumber(minAge, maxAge, "Age must be between 5 and 99");

export const uploadFirstMessage = "Please upload the image first";

/** URLs of images that were uploaded to this site. Any other URL is rejected. */
export const uploadedImageUrl = z
  .string(uploadFirstMessage)
  .check(
    z.maxLength(300, uploadFirstMessage),
    z.regex(/^(https?:\/\/[^\s/]+)?\/media\/[\w-]+\.webp$/, uploadFirstMessage),
  );

// Optional fields also accept null, which clears them.
const shared = {
  name: personName("Name is required"),
  phoneNumber: z.nullish(line(30)),
  country,
  timeZone: z.optional(timeZone),
  gender: z.nullish(z.enum(genders, "Please choose a gender from the list")),
  nativeLanguage: z.nullish(line(60)),
  spokenLanguages: z.optional(list),
  profileImageUrl: z.nullish(z.union([z.literal(""), uploadedImageUrl], uploadFirstMessage)),
};

const student = {
  quranLevel: z.nullish(z.enum(studentQuranLevels, "Please choose a level from the list")),
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
const year = (ahead: number, message: string) =>
  wholeNumber(1900, 2100, message).check(
    z.refine((value) => value <= new Date().getUTCFullYear() + ahead, message),
  );

const secureAddress = "Please enter a web address that starts with https://";

/** The URL at which a certificate can be verified. */
const verificationUrl = z
  .url({ protocol: /^https$/, error: secureAddress })
  .check(z.maxLength(500, secureAddress));

const certification = z.object({
  name: requiredLine(120, "Certificate name is required"),
  issuingAuthority: requiredLine(120, "Issuing authority is required"),
  // The new year may already have started in the time zone where the certificate was issued.
  year: year(1, "Year must be between 1900 and this year"),
  verificationUrl: z.nullish(z.union([z.literal(""), verificationUrl], secureAddress)),
});
export type Certification = z.output<typeof certification>;

const education = z.object({
  degree: requiredLine(120, "Degree is required"),
  major: z.nullish(line(120)),
  institution: requiredLine(160, "Institution is required"),
  // Current students enter the year in which they will finish.
  year: year(10, "Year must be between 1900 and 10 years from now"),
});
export type Education = z.output<typeof education>;

const rates: readonly number[] = hourlyRates;

const teacher = {
  quranLevel: z.nullish(z.enum(teacherQuranLevels, "Please choose a level from the list")),
  age: z.nullish(
    age.check(z.minimum(adultAge, "Teachers must be at least 18 years old. Please check the age.")),
  ),
  bio: z.nullish(prose(3000)),
  specializations: z.optional(list),
  yearsOfExperience: z.nullish(wholeNumber(0, 80, "Please enter a whole number of years")),
  hourlyRate: z.nullish(
    z
      .number("Please choose a rate from the list")
      .check(z.refine((value) => rates.includes(value), "Please choose a rate from the list")),
  ),
  certifications: z.optional(z.array(certification).check(z.maxLength(maxEntries, tooManyEntries))),
  educationBackground: z.optional(
    z.array(education).check(z.maxLength(maxEntries, tooManyEntries)),
  ),
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
  "Please choose a role",
);
export type RegistrationInput = z.output<typeof registrationInput>;

const clockTime = z
  .string("Please enter a time")
  .check(z.regex(clockTimePattern, "Please enter a time"));

/**
 * A weekly wall-clock time in the teacher's time zone. It ends on the day on which it starts. An
 * `isBooked` field in the input is ignored, because the server manages bookings.
 */
export const weeklyTime = z
  .object({ day: z.enum(days, "Please choose a day"), startTime: clockTime, endTime: clockTime })
  .check(
    z.refine((slot) => slot.endTime > slot.startTime, {
      message: "End time must be after start time",
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
  availableTimeSlots: z.array(weeklyTime).check(z.maxLength(100, "Please use at most 100 slots")),
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
