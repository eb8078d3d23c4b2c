/**
 * How much of a person others see. Only known adults appear in public: teachers, and students who have
 * entered an age of 18 or older. Everyone else counts as a minor, also without an age.
 */

import { gte, isNull, or, type SQL, sql } from "drizzle-orm";
import { adultAge, type Role } from "#lib/people/people.options.ts";
import { users } from "./db/tables/accounts.table.ts";
import { profiles } from "./db/tables/people.table.ts";

/** A person as rows name one. */
export interface NamedPerson {
  name: string;
  profileImageUrl?: string | null;
  role: Role | null;
  age: number | null;
}

/** A person as others may see one. */
export interface ShownPerson {
  name: string;
  profileImageUrl: string | null;
}

/** The name under which reviews, comments and seats of deleted accounts are shown. */
export const formerMember = "Former member";

/** Shown in public instead of a minor's name. */
export const unnamedStudent = "A student";

/** Whether the person may appear in public. */
export function isAdult({ role, age }: Pick<NamedPerson, "role" | "age">): boolean {
  return role === "teacher" || (age !== null && age >= adultAge);
}

/** The same as a condition on profiles. */
export const isAdultProfile: SQL = or(
  sql`${profiles.role} = 'teacher'`,
  gte(profiles.age, adultAge),
) as SQL;

/** A person as everyone may see them. */
export function toPublicPerson(person: NamedPerson): ShownPerson {
  return mayBeNamed(person)
    ? toWholePerson(person)
    : { name: unnamedStudent, profileImageUrl: null };
}

/** A person as students of the same course see one: of a minor, the first name only. */
export function toClassmate(person: NamedPerson): ShownPerson {
  return mayBeNamed(person)
    ? toWholePerson(person)
    : { name: firstNameOf(person.name), profileImageUrl: null };
}

/** A person as the members of a course see one: teachers and the person see the whole name. */
export function toMember(
  person: NamedPerson & { id: string },
  viewer: { id: string; role: Role },
): ShownPerson {
  const seesAll = viewer.role === "teacher" || viewer.id === person.id;
  return seesAll ? toWholePerson(person) : toClassmate(person);
}

/** Adults, and deleted accounts, whose name reveals nothing. */
function mayBeNamed(person: NamedPerson): boolean {
  return isAdult(person) || person.name === formerMember;
}

function toWholePerson({ name, profileImageUrl = null }: NamedPerson): ShownPerson {
  return { name, profileImageUrl };
}

/** 'Hamza Iqbal' → 'Hamza'. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? "";
}

/** People whose accounts were deleted are nowhere to be seen. */
export const isPresent = isNull(users.deletedAt);
