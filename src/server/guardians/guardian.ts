/**
 * Guardians of children are notified of what happens with their child, once they have confirmed
 * that they want to be. Whoever names an address proves nothing about it.
 */
import { eq } from "drizzle-orm";
import { email } from "#lib/accounts/accounts.ts";
import { guardianAge } from "#lib/enrolments/enrolments.ts";
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

/** Who is young enough to have a guardian; people who give no age are not children. */
export function isChild({ age }: Pick<Family, "age">): boolean {
  return age !== null && age < guardianAge;
}

/** The email address among what people enter as a contact. */
export function readGuardianAddress(contact: string | null | undefined): string | undefined {
  const address = email.safeParse(contact);
  return address.success ? address.data : undefined;
}

/** Whether a child's guardian can be reached, and wants to be. */
export function guardianState(family: Family): GuardianState {
  const address = isChild(family) ? readGuardianAddress(family.contact) : undefined;
  if (address === undefined) return "none";
  if (family.confirmed === address) return "confirmed";
  return family.declined === address ? "declined" : "waiting";
}

/** Of a child whose guardian has confirmed; undefined for everybody else. */
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

/** 'Assalamu alaikum Amina,' */
export function greetGuardian({ name }: Guardian): string {
  return `${["Assalamu alaikum", name].filter(Boolean).join(" ")},`;
}

/** The beginning of a copy of what the child was mailed. */
export function openGuardianCopy(guardian: Guardian): string[] {
  const { child } = guardian;
  return [
    greetGuardian(guardian),
    `You're receiving this email because you are ${child}'s guardian. This is what ${child} received:`,
  ];
}
