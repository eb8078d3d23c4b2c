/** Guardians' responses to a confirmation request, through its link. Guardians have no account. */
import { and, desc, eq, gt } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import {
  type GuardianConsentInput,
  guardianConfirmationDays,
} from "#lib/guardians/guardian-consent.ts";
import type { GuardianState } from "#lib/guardians/guardians.responses.ts";
import { guardianConsentMessages } from "#lib/guardians/guardians.rules.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { guardianAddresses } from "../db/tables/guardian-addresses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { isPresent, toClassmate } from "../public-person.ts";
import { openConsentLink } from "./consent-links.ts";
import { guardianColumns, guardianState, hasGuardian, maxChildren } from "./guardian.ts";
import { requestsInARow } from "./guardian-requests.ts";

export interface ConsentPage {
  address: string;
  /** Whether the owner of the address opted out of emails about all students. */
  declinedAll: boolean;
  /** The students who entered this address. */
  students: { _id: string; name: string; state: GuardianState }[];
}

/**
 * The students whom the owner of the address can confirm, the newest first, so that many others
 * don't hide a guardian's own child. Only first names are shown, because the address may have been
 * mistyped.
 * @throws AppError `not_found` if the link is invalid or has expired.
 */
export async function findConsentPage(context: Context, token: string): Promise<ConsentPage> {
  const { address, declinedAt } = await openRequest(context, token);
  const rows = await context.db
    .select(guardianColumns)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(hasGuardian(address), isPresent))
    .orderBy(desc(profiles.createdAt), desc(profiles.id))
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
 * Stores the guardian's decision. Idempotent.
 * @returns the guardian's address if this confirmed a student.
 * @throws AppError `not_found` if the link is invalid or has expired, or the student has a
 * different guardian.
 */
export async function answerGuardianRequest(
  context: Context,
  { token, answer, student = "" }: GuardianConsentInput,
): Promise<string | undefined> {
  const { id, address } = await openRequest(context, token);
  await context.db.transaction(async (tx) => {
    const isThis = eq(guardianAddresses.id, id);
    const [row] = await tx.select().from(guardianAddresses).where(isThis).for("update");
    if (!row || (answer === "confirm" && row.declinedAt)) throw gone();
    if (answer === "decline-all") {
      await tx
        .update(guardianAddresses)
        .set({ declinedAt: row.declinedAt ?? new Date() })
        .where(isThis);
      await decline(tx, address);
    } else if (answer === "decline") {
      if (!(await decline(tx, address, student))) throw gone();
      // Another student can send a request only after the longest pause.
      await tx
        .update(guardianAddresses)
        .set({ requests: Math.max(row.requests, requestsInARow) })
        .where(isThis);
    } else {
      const confirmed = await tx
        .update(profiles)
        .set({ guardianConfirmed: address, guardianDeclined: null })
        .where(and(hasGuardian(address), eq(profiles.id, student)))
        .returning({ id: profiles.id });
      if (confirmed.length === 0) throw gone();
      await tx.update(guardianAddresses).set({ requests: 0 }).where(isThis);
    }
  });
  return answer === "confirm" ? address : undefined;
}

/**
 * Stops all emails to the guardian about one student, or about all of them. @returns whether any of
 * them has this guardian.
 */
export const declineGuardian = (
  { db }: Context,
  address: string,
  studentId?: string,
): Promise<boolean> => decline(db, address, studentId);

async function decline(db: Db, address: string, studentId?: string): Promise<boolean> {
  const rows = await db
    .update(profiles)
    .set({ guardianConfirmed: null, guardianDeclined: address })
    .where(
      and(hasGuardian(address), studentId === undefined ? undefined : eq(profiles.id, studentId)),
    )
    .returning({ id: profiles.id });
  return rows.length > 0;
}

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

const gone = () => new AppError("not_found", guardianConsentMessages.expired);
