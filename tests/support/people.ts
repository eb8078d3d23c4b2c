/** Logged-in people for API tests, created without emails and passwords. */

import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Role } from "#lib/people/people.options.ts";
import type { StudentProfileInput, TeacherProfileInput } from "#lib/people/people.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import { issueAccessToken } from "#server/accounts/sessions/access-token.ts";
import type { Actor, ProfiledActor } from "#server/actor.ts";
import type { Context } from "#server/context.ts";
import { sessions } from "#server/db/tables/accounts.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { studentInput, teacherInput } from "#server/demo/factories.ts";
import { insertAccount } from "#server/demo/rows.ts";
import { readGuardianAddress } from "#server/guardians/guardian.ts";
import { findLanguageCodes } from "#server/people/profile-values.ts";

interface SignedIn<A extends Actor> {
  actor: A;
  userId: string;
  email: string;
  /** The access token, for `call(…, { token })`. */
  token: string;
}

export interface Person extends SignedIn<ProfiledActor> {
  profileId: string;
}

const day = 24 * 60 * 60 * 1000;

/** Inserts an account with a verified address but without a profile. Its password can't be used. */
export async function addAccount(
  context: Context,
  name = "Amina Rahman",
  email = `${randomBytes(6).toString("hex")}@example.org`,
): Promise<SignedIn<Actor>> {
  const userId = await insertAccount(context.db, {
    email,
    name,
    passwordHash: "$argon2id$unusable",
  });
  const [session] = await context.db
    .insert(sessions)
    .values({
      userId,
      tokenHash: randomBytes(16).toString("hex"),
      lastUsedAt: new Date(),
      expiresAt: new Date(Date.now() + 60 * day),
    })
    .returning();
  if (!session) throw new Error("The session was not stored");
  const actor = { userId, sessionId: session.id, email, name, profile: null };
  const token = await issueAccessToken(context, { ...actor, photo: null });
  return { actor, userId, email, token };
}

/** Inserts a logged-in teacher with a complete profile. */
export function addTeacher(
  context: Context,
  overrides: Partial<TeacherProfileInput> = {},
): Promise<Person> {
  const { certifications: _c, educationBackground: _e, ...row } = teacherInput(overrides);
  return addPerson(context, "teacher", row);
}

/** Inserts a logged-in student with a complete profile, whose guardian has confirmed. */
export function addStudent(
  context: Context,
  overrides: Partial<StudentProfileInput> = {},
): Promise<Person> {
  const guardianConfirmed = readGuardianAddress(overrides.parentGuardianContact) ?? null;
  return addPerson(context, "student", { ...studentInput(overrides), guardianConfirmed });
}

/** Makes a student a child, and adds the account of the confirmed guardian, who is also a teacher. */
export async function addGuardian(context: Context, { profileId }: Person): Promise<Person> {
  const guardian = await addTeacher(context);
  const { email } = guardian;
  await context.db
    .update(profiles)
    .set({ age: 9, parentGuardianContact: ` ${email.toUpperCase()}`, guardianConfirmed: email })
    .where(eq(profiles.id, profileId));
  return guardian;
}

async function addPerson(
  context: Context,
  role: Role,
  row: Omit<typeof profiles.$inferInsert, "userId" | "role" | "searchName">,
): Promise<Person> {
  const account = await addAccount(context, row.name);
  const [profile] = await context.db
    .insert(profiles)
    .values({
      ...row,
      ...findLanguageCodes(row),
      searchName: foldForSearch(row.name),
      searchSpecializations: (row.specializations ?? []).map(foldForSearch),
      userId: account.userId,
      role,
    })
    .returning();
  if (!profile) throw new Error("The profile was not stored");
  const actor = { ...account.actor, profile: { id: profile.id, role } };
  return { ...account, actor, profileId: profile.id };
}

/** The same person with a new access token, for tests that moved the clock forward. */
export async function renewToken(context: Context, person: Person): Promise<Person> {
  return { ...person, token: await issueAccessToken(context, { ...person.actor, photo: null }) };
}
