/** Six digits that prove who reads a mailbox: ten minutes, five tries, one use. */
import { randomInt } from "node:crypto";
import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { codeLength } from "#lib/one-time-code.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { equalHashes, keyedHash } from "../keyed-hash.ts";
import { oneTimeCodes } from "./accounts.table.ts";
import { lockAddress } from "./address-lock.ts";

export const codeLifetimeMs = 10 * 60 * 1000;
const maximumAttempts = 5;

/** What a code opens: one sign-up, or the way to a new password of one user. */
export type CodeOwner = { signUpId: string } | { userId: string };

/** The hash binds the digits to their own row, so equal digits of two requests differ. */
function hashCode(config: Config, id: string, code: string): string {
  return keyedHash(config.appSecret, "one-time-code", `${id} ${code}`);
}

/**
 * Makes a code for its owner, in place of the one before: of several mails the latest counts, and
 * asking again brings no further tries of an old code. Without an owner it opens nothing, but costs
 * the same.
 */
export async function createCode(
  config: Config,
  db: Db,
  purpose: "sign-up" | "password-reset",
  email: string,
  owner: CodeOwner | undefined,
): Promise<string> {
  const id = newId("otc");
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, "0");
  const { signUpId, userId } = { signUpId: null, userId: null, ...owner };
  await db
    .update(oneTimeCodes)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(oneTimeCodes.email, email),
        eq(oneTimeCodes.purpose, purpose),
        // The same statement whether there is an owner or not.
        sql`${oneTimeCodes.signUpId} is not distinct from ${signUpId}`,
        sql`${oneTimeCodes.userId} is not distinct from ${userId}`,
        isNull(oneTimeCodes.usedAt),
      ),
    );
  await db.insert(oneTimeCodes).values({
    id,
    purpose,
    email,
    signUpId,
    userId,
    codeHash: hashCode(config, id, code),
    expiresAt: new Date(Date.now() + codeLifetimeMs),
  });
  return code;
}

/**
 * The id of the code that these digits match, among those of the owners. The try is counted and
 * committed before anything is compared, so that parallel guesses are no more than five.
 */
export async function tryCode(
  config: Config,
  db: Db,
  email: string,
  owners: { signUpIds: string[] } | { userId: string },
  code: string,
): Promise<{ id: string; signUpId: string | null } | undefined> {
  const tried = await db.transaction(async (tx) => {
    await lockAddress(tx, email);
    return tx
      .update(oneTimeCodes)
      .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
      .where(
        and(
          "userId" in owners
            ? eq(oneTimeCodes.userId, owners.userId)
            : inArray(oneTimeCodes.signUpId, owners.signUpIds),
          isNull(oneTimeCodes.usedAt),
          gt(oneTimeCodes.expiresAt, new Date()),
          lt(oneTimeCodes.attempts, maximumAttempts),
        ),
      )
      .returning({
        id: oneTimeCodes.id,
        signUpId: oneTimeCodes.signUpId,
        codeHash: oneTimeCodes.codeHash,
      });
  });
  return tried.find((row) => equalHashes(row.codeHash, hashCode(config, row.id, code)));
}

/** Uses up a code; false when another call was faster. */
export async function redeemCode(db: Db, id: string): Promise<boolean> {
  const used = await db
    .update(oneTimeCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(oneTimeCodes.id, id), isNull(oneTimeCodes.usedAt)))
    .returning({ id: oneTimeCodes.id });
  return used.length > 0;
}
