/**
 * Guardians of children are notified of what happens to their child, once they have agreed to it.
 * Students can enter any address, so an unconfirmed one proves nothing.
 */
import { type AnyColumn, and, asc, eq, lt, type SQL, sql } from "drizzle-orm";
import { email } from "#lib/accounts/accounts.ts";
import { AppError } from "#lib/errors.ts";
import type { GuardianState } from "#lib/guardians/guardians.responses.ts";
import { guardianConsentMessages } from "#lib/guardians/guardians.rules.ts";
import type { Language } from "#lib/languages.ts";
import { guardianAge, isChild } from "#lib/people/people.options.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { isPresent } from "../public-person.ts";
import { queueGuardianRequest } from "./guardian-job.ts";

export interface Guardian {
  studentId: string;
  /** The child's name. */
  child: string;
  name: string | null;
  address: string;
  /** The child's language, because guardians have no account. */
  language: Language;
}

/** The language of the account. Works in queries that don't join it, too. */
const languageOfProfile = sql<Language>`(
  select users.language from users where users.id = profiles.user_id
)`;

/** The profile columns that `readGuardian` needs. */
export const guardianColumns = {
  id: profiles.id,
  name: profiles.name,
  age: profiles.age,
  guardian: profiles.parentGuardianName,
  contact: profiles.parentGuardianContact,
  confirmed: profiles.guardianConfirmed,
  declined: profiles.guardianDeclined,
  language: languageOfProfile,
};

export interface GuardianFields {
  /** The ID of the student's profile. */
  id: string;
  name: string;
  age: number | null;
  guardian: string | null;
  contact: string | null;
  confirmed: string | null;
  declined: string | null;
  language: Language;
}

/** `isChild` as an SQL condition on `profiles`. */
export const isChildProfile = lt(profiles.age, guardianAge);

/** Far more children than any family has. */
export const maxChildren = 30;

/** Whether a profile is that of a child who entered this address for the guardian. */
export const hasGuardian = (address: string | AnyColumn): SQL | undefined =>
  and(eq(sql`lower(trim(${profiles.parentGuardianContact}))`, address), isChildProfile);

/** Whether a profile is that of a child whose confirmed guardian has this address. */
export const hasConfirmedGuardian = (address: string | AnyColumn): SQL | undefined =>
  and(eq(profiles.guardianConfirmed, address), hasGuardian(address));

/** The guardian's email address, if the entered contact is an email address. */
export function readGuardianAddress(contact: string | null | undefined): string | undefined {
  const address = email.safeParse(contact);
  return address.success ? address.data : undefined;
}

/**
 * Rejects a student's own address as the guardian's, because the student could then confirm it.
 * @param before the previous contact, which is always accepted.
 * @throws AppError `invalid_input` that names the field.
 */
export function requireOtherAddress(
  ownAddress: string,
  contact: string | null | undefined,
  before?: string | null,
): void {
  const address = readGuardianAddress(contact);
  if (address !== ownAddress || address === readGuardianAddress(before)) return;
  const message = guardianConsentMessages.ownAddress;
  const fields = [{ field: "parentGuardianContact", message }];
  throw new AppError("invalid_input", message, { fields });
}

/** Whether a child's guardian can be emailed and has agreed to it. */
export function guardianState(
  guardianFields: Pick<GuardianFields, "age" | "contact" | "confirmed" | "declined">,
): GuardianState {
  const address = isChild(guardianFields.age)
    ? readGuardianAddress(guardianFields.contact)
    : undefined;
  if (address === undefined) return "none";
  if (guardianFields.confirmed === address) return "confirmed";
  return guardianFields.declined === address ? "declined" : "waiting";
}

/** A child's confirmed guardian. Undefined for everyone else. */
export function readGuardian(guardianFields: GuardianFields): Guardian | undefined {
  const address = readGuardianAddress(guardianFields.contact);
  if (address === undefined || guardianState(guardianFields) !== "confirmed") return undefined;
  return {
    studentId: guardianFields.id,
    child: guardianFields.name,
    name: guardianFields.guardian,
    address,
    language: guardianFields.language,
  };
}

export async function findGuardianFields(
  db: Db,
  profileId: string,
): Promise<GuardianFields | undefined> {
  const [guardianFields] = await db
    .select(guardianColumns)
    .from(profiles)
    .where(eq(profiles.id, profileId));
  return guardianFields;
}

/** `readGuardian` for a profile ID. */
export async function findGuardian(db: Db, profileId: string): Promise<Guardian | undefined> {
  const guardianFields = await findGuardianFields(db, profileId);
  return guardianFields && readGuardian(guardianFields);
}

/**
 * The guardian to notify. If the guardian hasn't confirmed yet, this queues a confirmation request
 * instead, within its limits.
 */
export async function findOrRequestGuardian(
  context: Context,
  tx: Db,
  guardianFields: GuardianFields,
): Promise<Guardian | undefined> {
  if (guardianState(guardianFields) === "waiting")
    await queueGuardianRequest(context, tx, guardianFields.id);
  return readGuardian(guardianFields);
}

/** The children whose confirmed guardian has this address. The oldest account comes first. */
export async function listChildrenOf(db: Db, address: string): Promise<Guardian[]> {
  const rows = await db
    .select(guardianColumns)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(hasConfirmedGuardian(address), isPresent))
    .orderBy(asc(profiles.createdAt), asc(profiles.searchName), asc(profiles.id))
    .limit(maxChildren);
  return rows.flatMap((row) => readGuardian(row) ?? []);
}
