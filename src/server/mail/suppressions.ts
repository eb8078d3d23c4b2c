/**
 * Addresses that get no letters, because the mail server rejected them, their owner complained, or
 * staff added them. Codes, receipts and other emails about a person's own account are still tried.
 */
import { and, eq } from "drizzle-orm";
import type { SuppressionReason } from "#lib/letters/letters.rules.ts";
import { letterLimits } from "#lib/letters/letters.rules.ts";
import type { Db } from "../db/connection.ts";
import { mailSuppressions } from "../db/tables/mail-suppressions.table.ts";

export async function isSuppressed(db: Db, email: string): Promise<boolean> {
  return (await db.$count(mailSuppressions, eq(mailSuppressions.email, email))) > 0;
}

interface NewSuppression {
  /** In lower case. */
  email: string;
  reason: SuppressionReason;
  note: string;
}

/** @returns the ID of the entry, or undefined if the address has one already, which stays as it is. */
export async function suppressAddress(
  db: Db,
  { email, reason, note }: NewSuppression,
): Promise<string | undefined> {
  const [added] = await db
    .insert(mailSuppressions)
    .values({ email, reason, note: note.slice(0, letterLimits.note) })
    .onConflictDoNothing()
    .returning({ id: mailSuppressions.id });
  return added?.id;
}

/**
 * Removes a rejection, because the address's owner has just proved that it receives emails.
 * Complaints still apply.
 */
export async function removeRejection(db: Db, email: string): Promise<void> {
  await db
    .delete(mailSuppressions)
    .where(and(eq(mailSuppressions.email, email), eq(mailSuppressions.reason, "rejected")));
}
