/** Sign-ups. Known and unknown addresses get the same response and take the same amount of work. */
import { and, count, desc, eq, gt, isNull } from "drizzle-orm";
import type { EmailInput, SignUpInput } from "#lib/accounts/accounts.ts";
import { legalVersions } from "#lib/agreements/legal-documents.ts";
import { AppError } from "#lib/errors.ts";
import type { Language } from "#lib/languages.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { signUps, users } from "../db/tables/accounts.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { readSetting } from "../settings/settings-store.ts";
import { accountExistsMail, signUpCodeMail } from "./accounts.mails.ts";
import { lockAddress } from "./address-lock.ts";
import { countCode, countSignUp, reserveNextCode } from "./limits.ts";
import { createCode } from "./one-time-codes.ts";
import { refuseCommonPassword, withHasher } from "./password-hash.ts";
import { findOwnSignUp, hashSource, type Visitor } from "./visitor.ts";

const t = getTexts("accounts");

const signUpLifetimeMs = 24 * 60 * 60 * 1000;

export type PendingSignUp = typeof signUps.$inferSelect;

/**
 * Stores a sign-up and emails its code. The account is created only when the code is entered, so
 * nobody gains anything by entering another person's address. If the address already has an
 * account, the email says so.
 *
 * @returns the ID of the sign-up. A cookie with it binds the sign-up to this browser.
 * @throws AppError `rate_limited`, `invalid_input` (a common password), `forbidden` while sign-ups are
 * closed.
 */
export async function signUp(
  context: Context,
  visitor: Visitor,
  input: SignUpInput,
): Promise<{ signUpId: string }> {
  const { config } = context;
  const { email, name } = input;
  requireOpenSignUps(context);
  refuseCommonPassword(input.password);
  await countSignUp(context, visitor, email);
  const signUpId = newId("sgn");
  // The next code has to wait one minute, but other people must not be able to delay a sign-up.
  await reserveNextCode(context, visitor, email, signUpId);
  const account = await findAccount(context.db, email);
  const passwordHash = await withHasher(visitor.address, (hasher) =>
    hasher.hashForSignUp(config, email, input.password, account?.passwordHash),
  );
  const replaced = findOwnSignUp(config, visitor, email);
  const requester = { browser: signUpId, source: hashSource(config, visitor) };

  await context.db.transaction(async (tx) => {
    await lockAddress(tx, email);
    // A second sign-up in the same browser, for example after a typing error, replaces the first.
    await tx
      .delete(signUps)
      .where(and(eq(signUps.id, replaced ?? signUpId), eq(signUps.email, email)));
    await tx.insert(signUps).values({
      id: signUpId,
      email,
      name,
      passwordHash,
      termsVersion: legalVersions.terms,
      privacyVersion: legalVersions.privacy,
      expiresAt: new Date(Date.now() + signUpLifetimeMs),
    });
    const taken = await findAccount(tx, email);
    const owner = taken ? undefined : { signUpId };
    const code = await createCode(config, tx, "sign-up", email, owner, requester);
    const mail = writeToAddress(taken, () =>
      taken ? accountExistsMail(config, email) : signUpCodeMail(email, code),
    );
    await sendMail(context, tx, mail);
  });
  return { signUpId };
}

/** Sign-ups that have begun can be finished. */
function requireOpenSignUps(context: Context): void {
  if (!readSetting(context, "signUps").open) {
    throw new AppError("forbidden", t("server.error.signUpsClosed"));
  }
}

/**
 * Emails a new code for a pending sign-up: that of this browser, or else the latest one with the
 * address.
 * @throws AppError `rate_limited`, for known and unknown addresses alike.
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

/** The pending sign-ups with this address, latest first. */
export function listPendingSignUps(db: Db, email: string): Promise<PendingSignUp[]> {
  return db
    .select()
    .from(signUps)
    .where(and(eq(signUps.email, email), gt(signUps.expiresAt, new Date())))
    .orderBy(desc(signUps.createdAt), desc(signUps.id));
}

/** The account with this address. */
export async function findAccount(db: Db, email: string) {
  const [account] = await db
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      language: users.language,
      suspendedUntil: users.suspendedUntil,
      suspendedReason: users.suspendedReason,
    })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  return account;
}

/**
 * Writes an email to an address that anyone may have entered: in the language of its account, so
 * that strangers can't choose it. Without an account, in the language of the request.
 */
export function writeToAddress<Written>(
  account: { language: Language } | undefined,
  write: () => Written,
): Written {
  return runWithLanguage(account?.language ?? getLanguage(), write);
}

/** Whether an address is verified, which is the case if it belongs to an account. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const [row] = await db
    .select({ number: count() })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  return row !== undefined && row.number > 0;
}
