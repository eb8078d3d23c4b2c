/** Adds the demo accounts and profiles. */
import { eq } from "drizzle-orm";
import type { RegistrationInput } from "#lib/people/people.ts";
import { withHasher } from "../accounts/password-hash.ts";
import type { Actor, ProfiledActor } from "../actor.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { readGuardianAddress } from "../guardians/guardian.ts";
import { registerProfile, replaceTimeSlots } from "../people/people.ts";
import { demoStudents, demoTeachers } from "./data/demo-data.ts";
import { before, type DemoPeople, type DemoRun, day, forEach, week } from "./demo-run.ts";
import { type DemoStudent, type DemoTeacher, demoEmail, demoPassword } from "./demo-shapes.ts";
import { insertAccount } from "./rows.ts";

/** Adds teachers first, so that the newest person is a student. */
export async function addPeople(run: DemoRun): Promise<DemoPeople> {
  const people = new Map<string, ProfiledActor>();
  const passwordHash = await withHasher("demo", (hasher) => hasher.hash(demoPassword));
  await forEach(demoTeachers, async (teacher, index) => {
    const joinedAt = before(run, 52 * week + index * 5 * day);
    people.set(teacher.key, await addTeacher(run, teacher, passwordHash, joinedAt));
  });
  await forEach(demoStudents, async (student, index) => {
    const joinedAt = before(run, 26 * week + index * 3 * day);
    people.set(student.key, await addStudent(run, student, passwordHash, joinedAt));
  });
  return people;
}

async function addTeacher(
  run: DemoRun,
  { key, profile, timeSlots, isVerified }: DemoTeacher,
  passwordHash: string,
  joinedAt: Date,
): Promise<ProfiledActor> {
  const input = { ...profile, role: "teacher" as const };
  const actor = await addPerson(run, key, input, passwordHash, joinedAt);
  await replaceTimeSlots(run.context, actor, actor.profile.id, { availableTimeSlots: timeSlots });
  await decide(run, actor, { verified: isVerified });
  return actor;
}

async function addStudent(
  run: DemoRun,
  { key, profile, isFeatured = false }: DemoStudent,
  passwordHash: string,
  joinedAt: Date,
): Promise<ProfiledActor> {
  const input = { ...profile, role: "student" as const };
  const actor = await addPerson(run, key, input, passwordHash, joinedAt);
  // Guardians in the demo have confirmed, so that their emails and pages can be seen.
  const guardianConfirmed = readGuardianAddress(profile.parentGuardianContact) ?? null;
  await decide(run, actor, { featured: isFeatured, guardianConfirmed });
  return actor;
}

async function addPerson(
  { context }: DemoRun,
  key: string,
  input: RegistrationInput,
  passwordHash: string,
  joinedAt: Date,
): Promise<ProfiledActor> {
  const { db } = context;
  const email = demoEmail(key);
  const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const userId = known?.id ?? (await insertAccount(db, { email, name: input.name, passwordHash }));
  const actor: Actor = { userId, sessionId: "demo", email, name: input.name, profile: null };
  const isOwn = eq(profiles.userId, userId);
  const [profile] = await db.select({ id: profiles.id }).from(profiles).where(isOwn);
  const id = profile?.id ?? (await registerProfile(context, actor, input))._id;
  await db.update(users).set({ createdAt: joinedAt }).where(eq(users.id, userId));
  await db.update(profiles).set({ createdAt: joinedAt }).where(eq(profiles.id, id));
  return { ...actor, profile: { id, role: input.role } };
}

/** Sets profile fields that only staff can set. */
async function decide(
  { context }: DemoRun,
  { profile }: ProfiledActor,
  decision: Partial<typeof profiles.$inferInsert>,
): Promise<void> {
  await context.db.update(profiles).set(decision).where(eq(profiles.id, profile.id));
}
