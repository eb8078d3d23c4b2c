/** Requests to join. Known and unknown addresses get the same answer for the same work. */
import { and, count, desc, eq, gt, isNull } from "drizzle-orm";
import type { EmailInput, SignUpInput } from "#lib/accounts/accounts.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { signUps, users } from "../db/tables/accounts.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { accountExistsMail, signUpCodeMail } from "./accounts.mails.ts";
import { lockAddress } from "./address-lock.ts";
import { countCode, countSignUp, reserveNextCode } from "./limits.ts";
import { createCode } from "./one-time-codes.ts";
import { refuseCommonPassword, withHasher } from "./password-hash.ts";
import { findOwnSignUp, hashSource, type Visitor } from "./visitor.ts";

const signUpLifetimeMs = 24 * 60 * 60 * 1000;

export type PendingSignUp = typeof signUps.$inferSelect;

/**
 * Takes a request to join and emails its code. Nobody has an account until the code is entered, so
 * a person who enters another's address gains nothing. A taken address gets an email that says so.
 *
 * @returns the sign-up's id, for the cookie that binds it to this browser.
 * @throws AppError `rate_limited`, `invalid_input` (a common password).
 */
export async function signUp(
  context: Context,
  visitor: Visitor,
  input: SignUpInput,
): Promise<{ signUpId: string }> {
  const { config } = context;
  const { email, name } = input;
  refuseCommonPassword(input.password);
  await countSignUp(context, visitor, email);
  const signUpId = newId("sgn");
  // The next code must wait for a minute, but strangers must not make a sign-up wait.
  await reserveNextCode(context, visitor, email, signUpId);
  const account = await findAccount(context.db, email);
  const passwordHash = await withHasher(visitor.address, (hasher) =>
    hasher.hashForSignUp(config, email, input.password, account?.passwordHash),
  );
  const replaced = findOwnSignUp(config, visitor, email);
  const requester = { browser: signUpId, source: hashSource(config, visitor) };

  await context.db.transaction(async (tx) => {
    await lockAddress(tx, email);
    // A person who starts again in the same browser, say after a typing error, means this one.
    await tx
      .delete(signUps)
      .where(and(eq(signUps.id, replaced ?? signUpId), eq(signUps.email, email)));
    await tx.insert(signUps).values({
      id: signUpId,
      email,
      name,
      passwordHash,
      expiresAt: new Date(Date.now() + signUpLifetimeMs),
    });
    const isTaken = await hasAccount(tx, email);
    const owner = isTaken ? undefined : { signUpId };
    const code = await createCode(config, tx, "sign-up", email, owner, requester);
    await sendMail(
      context,
      tx,
      isTaken ? accountExistsMail(config, email) : signUpCodeMail(email, code),
    );
  });
  return { signUpId };
}

/**
 * Emails a new code for a pending sign-up: this browser's own, else the latest with the address.
 * @throws AppError `rate_limited`, for every address alike.
 */
export async function resendCode(
  context: Context,
  visitor: Visitor,
  { email }: EmailInput,
): Promise<void> {
  await countCode(context, visitor, email, "sign-up");
  const own = findOwnSignUp(context.config, visitor, email);
  const source = hashSource(context.config, visitor);
  await context.db.transaction(async (tx) => {
    await lockAddress(tx, email);
    const isTaken = await hasAccount(tx, email);
    const pending = await listPendingSignUps(tx, email);
    const latest = pending.find(({ id }) => id === own) ?? pending[0];
    const chosen = isTaken ? undefined : latest;
    const owner = chosen && { signUpId: chosen.id };
    const requester = { browser: latest?.id === own ? own : undefined, source };
    const code = await createCode(context.config, tx, "sign-up", email, owner, requester);
    const mail = signUpCodeMail(email, code);
    await sendMail(context, tx, { ...mail, decoy: !chosen });
  });
}

/** The requests with this address that can still be verified, latest first. */
export function listPendingSignUps(db: Db, email: string): Promise<PendingSignUp[]> {
  return db
    .select()
    .from(signUps)
    .where(and(eq(signUps.email, email), gt(signUps.expiresAt, new Date())))
    .orderBy(desc(signUps.createdAt), desc(signUps.id));
}

/** The account of an address. */
export async function findAccount(db: Db, email: string) {
  const [account] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  return account;
}

/** Whether an address is verified, because an account has it. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const [row] = await db
    .select({ number: count() })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  return row !== undefined && row.number > 0;
}
