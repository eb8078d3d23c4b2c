/** Guardians of children are told what happens with their child. */
import { eq } from "drizzle-orm";
import { email } from "#lib/accounts.ts";
import { guardianAge } from "#lib/enrolments.ts";
import type { Db } from "../db/connection.ts";
import { profiles } from "./people.table.ts";

export interface Guardian {
  /** The child's name. */
  child: string;
  name: string | null;
  address: string;
}

/** What a query reads of a profile so that `readGuardian` can tell. */
export const guardianColumns = {
  name: profiles.name,
  age: profiles.age,
  guardian: profiles.parentGuardianName,
  contact: profiles.parentGuardianContact,
};

interface GuardianRow {
  name: string;
  age: number | null;
  guardian: string | null;
  contact: string | null;
}

/** Who is young enough to have one; ages that nobody has told are no child's. */
export function isChild({ age }: Pick<GuardianRow, "age">): boolean {
  return age !== null && age < guardianAge;
}

/** Undefined for who is no child, and where the contact is no e-mail address. */
export function readGuardian({ age, name, guardian, contact }: GuardianRow): Guardian | undefined {
  if (!isChild({ age })) return undefined;
  const address = email.safeParse(contact);
  return address.success ? { child: name, name: guardian, address: address.data } : undefined;
}

/** The same of a profile by its id. */
export async function findGuardian(db: Db, profileId: string): Promise<Guardian | undefined> {
  const [row] = await db.select(guardianColumns).from(profiles).where(eq(profiles.id, profileId));
  return row && readGuardian(row);
}

/** 'As-salamu alaykum Amina,' */
export function greetGuardian({ name }: Guardian): string {
  return `${["As-salamu alaykum", name].filter(Boolean).join(" ")},`;
}

/** The beginning of a copy of what the child was mailed. */
export function openGuardianCopy(guardian: Guardian): string[] {
  const { child } = guardian;
  return [
    greetGuardian(guardian),
    `you are ${child}'s guardian, so we tell you too what ${child} was told:`,
  ];
}
