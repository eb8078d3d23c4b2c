/** What guardians decide by the link in a confirmation request. They have no account. */
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import {
  type GuardianConsentInput,
  guardianConfirmationDays,
  guardianConsentTexts,
} from "#lib/guardians/guardian-consent.ts";
import type { GuardianState } from "#lib/guardians/guardians.responses.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { guardianAddresses } from "../db/tables/guardian-addresses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { isPresent, toClassmate } from "../public-person.ts";
import { openConsentLink } from "./consent-links.ts";
import { guardianColumns, guardianState, isChildProfile } from "./guardian.ts";

export interface ConsentPage {
  address: string;
  /** Whether the owner of the address wants no email about any student. */
  declinedAll: boolean;
  /** Those who name the address. */
  students: { _id: string; name: string; state: GuardianState }[];
}

/** More would be nobody's family. */
const maxChildren = 30;

/**
 * Whom the address can confirm. Students are named by their first names: the address may have
 * been mistyped.
 * @throws AppError `not_found` when the link is wrong or too old.
 */
export async function findConsentPage(context: Context, token: string): Promise<ConsentPage> {
  const { address, declinedAt } = await openRequest(context, token);
  const rows = await context.db
    .select(guardianColumns)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(names(address), isPresent))
    .orderBy(asc(profiles.createdAt), asc(profiles.id))
    .limit(maxChildren);
  return {
    address,
    declinedAll: declinedAt !== null,
    students: rows.map((guardianFields) => ({
      _id: guardianFields.id,
      name: toClassmate({ ...guardianFields, role: "student" }).name,
      state: guardianState(guardianFields),
    })),
  };
}

/**
 * Keeps what the guardian has decided; the same again changes nothing.
 * @throws AppError `not_found` when the link is wrong or too old, or the student names another
 * guardian.
 */
export async function answerGuardianRequest(
  context: Context,
  { token, answer, student = "" }: GuardianConsentInput,
): Promise<void> {
  const { id, address } = await openRequest(context, token);
  await context.db.transaction(async (tx) => {
    const isThis = eq(guardianAddresses.id, id);
    const [known] = await tx.select().from(guardianAddresses).where(isThis).for("update");
    if (!known || (answer === "confirm" && known.declinedAt)) throw gone();
    if (answer === "decline-all") {
      await tx
        .update(guardianAddresses)
        .set({ declinedAt: known.declinedAt ?? new Date() })
        .where(isThis);
      await decline(tx, address);
    } else if (answer === "decline") {
      if (!(await decline(tx, address, student))) throw gone();
    } else {
      const confirmed = await tx
        .update(profiles)
        .set({ guardianConfirmed: address, guardianDeclined: null })
        .where(and(names(address), eq(profiles.id, student)))
        .returning({ id: profiles.id });
      if (confirmed.length === 0) throw gone();
      await tx.update(guardianAddresses).set({ requests: 0 }).where(isThis);
    }
  });
}

/** From now on the guardian gets no email about one student. @returns whether there is such a one. */
export async function declineGuardian(
  { db }: Context,
  studentId: string,
  address: string,
): Promise<boolean> {
  return decline(db, address, studentId);
}

async function decline(db: Db, address: string, studentId?: string): Promise<boolean> {
  const rows = await db
    .update(profiles)
    .set({ guardianConfirmed: null, guardianDeclined: address })
    .where(and(names(address), studentId === undefined ? undefined : eq(profiles.id, studentId)))
    .returning({ id: profiles.id });
  return rows.length > 0;
}

/** Forgets an address that only the erased student has named. A refusal is remembered. */
export async function forgetGuardianAddress(tx: Db, address: string): Promise<void> {
  if ((await tx.$count(profiles, names(address))) > 0) return;
  await tx
    .delete(guardianAddresses)
    .where(and(eq(guardianAddresses.address, address), isNull(guardianAddresses.declinedAt)));
}

const names = (address: string) =>
  and(eq(sql`lower(trim(${profiles.parentGuardianContact}))`, address), isChildProfile);

async function openRequest({ db, config }: Context, token: string) {
  const earliest = new Date(Date.now() - guardianConfirmationDays * 24 * 60 * 60 * 1000);
  const requested = await openConsentLink(config, token, async (id) => {
    const [row] = await db
      .select()
      .from(guardianAddresses)
      .where(and(eq(guardianAddresses.id, id), gt(guardianAddresses.requestedAt, earliest)));
    return row;
  });
  if (!requested) throw gone();
  return requested;
}

const gone = () => new AppError("not_found", guardianConsentTexts.expired);
