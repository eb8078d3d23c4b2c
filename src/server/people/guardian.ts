/** Guardians of children are told what happens with their child. */
import { and, eq, lt } from "drizzle-orm";
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

/** Undefined for who is no child, and where the contact is no e-mail address. */
export async function findGuardian(db: Db, profileId: string): Promise<Guardian | undefined> {
  const [child] = await db
    .select({
      name: profiles.name,
      guardian: profiles.parentGuardianName,
      contact: profiles.parentGuardianContact,
    })
    .from(profiles)
    .where(and(eq(profiles.id, profileId), lt(profiles.age, guardianAge)));
  const address = email.safeParse(child?.contact);
  if (!child || !address.success) return undefined;
  return { child: child.name, name: child.guardian, address: address.data };
}

/** 'As-salamu alaykum Amina,' */
export function greetGuardian({ name }: Guardian): string {
  return `${["As-salamu alaykum", name].filter(Boolean).join(" ")},`;
}
