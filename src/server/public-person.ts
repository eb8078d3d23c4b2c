/**
 * Which personal data others can see. Only known adults are shown publicly: teachers, and students
 * who entered an age of at least 18. Everyone else is treated as a minor, including students
 * without an age.
 */

import { and, gte, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { adultAge, type Role } from "#lib/people/people.options.ts";
import { getTexts } from "#translations/translate.ts";
import { users } from "./db/tables/accounts.table.ts";
import { profiles } from "./db/tables/people.table.ts";

const t = getTexts("profiles");

/** The columns that decide how a person is shown. */
export interface NamedPerson {
  name: string;
  profileImageUrl?: string | null;
  role: Role | null;
  age: number | null;
}

/** A person as shown to others. */
export interface ShownPerson {
  name: string;
  profileImageUrl: string | null;
}

/** The stored name of deleted accounts, in reviews, comments and seats. Pages translate it. */
export const formerMember = "Former member";

/** Replaces a minor's name in public. */
export const describeUnnamedStudent = (): string => t("server.unnamedStudent");

/** Whether the person may be shown publicly. */
export function isAdult({ role, age }: Pick<NamedPerson, "role" | "age">): boolean {
  return role === "teacher" || (age !== null && age >= adultAge);
}

/** The same rule as `isAdult`, as an SQL condition on profiles. */
export const isAdultProfile: SQL = or(
  sql`${profiles.role} = 'teacher'`,
  gte(profiles.age, adultAge),
) as SQL;

/** A person as shown to the public. */
export function toPublicPerson(person: NamedPerson): ShownPerson {
  return mayBeNamed(person)
    ? toWholePerson(person)
    : { name: describeUnnamedStudent(), profileImageUrl: null };
}

/** A person as shown to other students of the course. Minors are shown with their first name only. */
export function toClassmate(person: NamedPerson): ShownPerson {
  return mayBeNamed(person)
    ? toWholePerson(person)
    : { name: firstNameOf(person.name), profileImageUrl: null };
}

/**
 * A person as shown to the members of a course. Teachers and the person themselves see the full
 * name.
 * @param options.isQuestion whether the person asks a teacher something without being enrolled. The
 * teacher then sees no more than classmates do.
 */
export function toMember(
  person: NamedPerson & { id: string },
  viewer: { id: string; role: Role },
  { isQuestion = false }: { isQuestion?: boolean } = {},
): ShownPerson {
  const seesAll = (viewer.role === "teacher" && !isQuestion) || viewer.id === person.id;
  return seesAll ? toWholePerson(person) : toClassmate(person);
}

/** Adults and deleted accounts. The name of a deleted account reveals nothing. */
function mayBeNamed(person: NamedPerson): boolean {
  return isAdult(person) || person.name === formerMember;
}

function toWholePerson({ name, profileImageUrl = null }: NamedPerson): ShownPerson {
  return { name: name === formerMember ? t("server.formerMember") : name, profileImageUrl };
}

/** Extracts the first name: "Hamza Iqbal" → "Hamza". */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? "";
}

/** Excludes people whose accounts were deleted. */
export const isPresent = isNull(users.deletedAt);

/** A suspension ends on its date, even if no job has processed this yet. */
export const isNotSuspended = (): SQL | undefined =>
  or(isNull(users.suspendedUntil), lte(users.suspendedUntil, new Date()));

/**
 * Excludes people whose accounts were deleted or are suspended. Others can't find, book or write to
 * them.
 */
export const isReachable = (): SQL | undefined => and(isPresent, isNotSuspended());
