/**
 * Guardians of children are notified of what happens with their child, once they have confirmed
 * that they want to be. A student can enter any address, so an unconfirmed one proves nothing.
 */
import { eq } from "drizzle-orm";
import { email } from "#lib/accounts/accounts.ts";
import { guardianAge } from "#lib/enrollments/enrollments.ts";
import type { GuardianState } from "#lib/guardians/guardian-consent.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { profiles } from "../db/tables/people.table.ts";
import { queueGuardianRequest } from "./guardian-job.ts";

export interface Guardian {
  studentId: string;
  /** The child's name. */
  child: string;
  name: string | null;
  address: string;
}

/** What a query reads of a profile so that `readGuardian` can decide. */
export const guardianColumns = {
  id: profiles.id,
  name: profiles.name,
  age: profiles.age,
  guardian: profiles.parentGuardianName,
  contact: profiles.parentGuardianContact,
  confirmed: profiles.guardianConfirmed,
  declined: profiles.guardianDeclined,
};

export interface Family {
  /** Of the student's profile. */
  id: string;
  name: string;
  age: number | null;
  guardian: string | null;
  contact: string | null;
  confirmed: string | null;
  declined: string | null;
}

/** Whether the person is young enough to have a guardian. People without an age are not children. */
export function isChild({ age }: Pick<Family, "age">): boolean {
  return age !== null && age < guardianAge;
}

/** The guardian's email address, if the contact that people entered is one. */
export function readGuardianAddress(contact: string | null | undefined): string | undefined {
  const address = email.safeParse(contact);
  return address.success ? address.data : undefined;
}

/** Whether a child's guardian can be emailed, and wants to be. */
export function guardianState(family: Family): GuardianState {
  const address = isChild(family) ? readGuardianAddress(family.contact) : undefined;
  if (address === undefined) return "none";
  if (family.confirmed === address) return "confirmed";
  return family.declined === address ? "declined" : "waiting";
}

/** The guardian of a child, if confirmed; undefined for everyone else. */
export function readGuardian(family: Family): Guardian | undefined {
  const address = readGuardianAddress(family.contact);
  if (address === undefined || guardianState(family) !== "confirmed") return undefined;
  return { studentId: family.id, child: family.name, name: family.guardian, address };
}

export async function findFamily(db: Db, profileId: string): Promise<Family | undefined> {
  const [family] = await db
    .select(guardianColumns)
    .from(profiles)
    .where(eq(profiles.id, profileId));
  return family;
}

/** `readGuardian` of a profile by its id. */
export async function findGuardian(db: Db, profileId: string): Promise<Guardian | undefined> {
  const family = await findFamily(db, profileId);
  return family && readGuardian(family);
}

/**
 * The guardian to notify. A guardian who hasn't confirmed yet gets the request to do so instead,
 * within its limits, and nothing else.
 */
export async function reachGuardian(
  context: Context,
  tx: Db,
  family: Family,
): Promise<Guardian | undefined> {
  if (guardianState(family) === "waiting") await queueGuardianRequest(context, tx, family.id);
  return readGuardian(family);
}
