/** Password resets and password changes. */

import { and, eq, isNull } from "drizzle-orm";
import type {
  ChangePasswordInput,
  ForgotPasswordInput,
  ResetPasswordInput,
} from "#lib/accounts/accounts.ts";
import { AppError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { randomToken } from "../crypto.ts";
import type { Db } from "../db/connection.ts";
import { oneTimeCodes, resetTokens, users } from "../db/tables/accounts.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { passwordChangedMail, resetCodeMail } from "./accounts.mails.ts";
import { lockAddress } from "./address-lock.ts";
import { countCode, countPasswordCheck, countReset } from "./limits.ts";
import { createCode } from "./one-time-codes.ts";
import { refuseCommonPassword, withHasher } from "./password-hash.ts";
import { isResetTokenOpen, readResetToken, redeemResetToken } from "./reset-token.ts";
import { revokeSessions } from "./sessions/sessions.ts";
import { findAccount, writeToAddress } from "./sign-up.ts";
import { findResetBrowser, hashSource, type Visitor } from "./visitor.ts";

const t = getTexts("accounts");

/**
 * Emails a reset code to the owner of the address. An unknown address requires the same work.
 * @returns the ID of the browser that requested the code. A cookie with it binds the code to this
 * browser.
 * @throws AppError `rate_limited`, for known and unknown addresses alike.
 */
export async function requestPasswordReset(
  context: Context,
  visitor: Visitor,
  { email }: ForgotPasswordInput,
): Promise<{ browserId: string }> {
  await countCode(context, visitor, email, "password-reset");
  const browserId = findResetBrowser(context.config, visitor) ?? randomToken();
  const requester = { browser: browserId, source: hashSource(context.config, visitor) };
  await context.db.transaction(async (tx) => {
    await lockAddress(tx, email);
    const user = await findAccount(tx, email);
    const owner = user && { userId: user.id };
    const code = await createCode(context.config, tx, "password-reset", email, owner, requester);
    const mail = writeToAddress(user, () => resetCodeMail(email, code));
    await sendMail(context, tx, { ...mail, decoy: !user });
  });
  return { browserId };
}

/**
 * Sets a new password with a reset token, ends all sessions and notifies the owner.
 *
 * @throws AppError `unauthenticated` if the token is wrong, used or expired, `invalid_input`.
 */
export async function resetPassword(
  context: Context,
  token: string | undefined,
  userId: string,
  { password }: ResetPasswordInput,
): Promise<void> {
  const tokenId = token && (await readResetToken(context, token, userId));
  if (!tokenId || !(await isResetTokenOpen(context.db, tokenId, userId))) throw expiredReset();
  refuseCommonPassword(password);
  await countReset(context, tokenId);
  const passwordHash = await withHasher(userId, (hasher) => hasher.hash(password));
  await context.db.transaction(async (tx) => {
    if (!(await redeemResetToken(tx, tokenId, userId))) throw expiredReset();
    await setPassword(context, tx, userId, passwordHash);
    await revokeSessions(tx, { userId });
  });
}

/**
 * Changes the actor's own password, ends all other sessions and notifies the owner.
 * @throws AppError `forbidden` for another user's password, `invalid_input` if the current password
 * is wrong.
 */
export async function changePassword(
  context: Context,
  actor: Actor,
  userId: string,
  input: ChangePasswordInput,
): Promise<void> {
  if (userId !== actor.userId) {
    throw new AppError("forbidden", t("server.error.otherPerson"));
  }
  refuseCommonPassword(input.newPassword, "newPassword");
  await checkCurrentPassword(context, actor, input.currentPassword);
  const passwordHash = await withHasher(userId, (hasher) => hasher.hash(input.newPassword));
  await context.db.transaction(async (tx) => {
    await setPassword(context, tx, userId, passwordHash);
    await revokeSessions(tx, { userId, except: actor.sessionId });
  });
}

/**
 * Checks that the holder of the access token also knows the password.
 * @throws AppError `invalid_input` that names `field`, `rate_limited`.
 */
export async function checkCurrentPassword(
  context: Context,
  actor: Actor,
  password: string,
  field = "currentPassword",
): Promise<void> {
  const attempt = await countPasswordCheck(context, actor);
  const [user] = await context.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, actor.userId), isNull(users.deletedAt)));
  const isCorrect =
    user !== undefined &&
    (await withHasher(actor.userId, (hasher) => hasher.verify(user.passwordHash, password)));
  if (isCorrect) return attempt.succeed();
  const message = t("server.error.currentPasswordWrong");
  throw new AppError("invalid_input", message, { fields: [{ field, message }] });
}

/** Stores the password, invalidates everything else that could reset it, and notifies the owner. */
async function setPassword(
  context: Context,
  tx: Db,
  userId: string,
  passwordHash: string,
): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ passwordHash, passwordChangedAt: new Date() })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning({ email: users.email, name: users.name, language: users.language });
  if (!user) throw new AppError("unauthenticated", generalMessages.unauthenticated);
  await lockAddress(tx, user.email);
  const usedAt = new Date();
  await tx
    .update(oneTimeCodes)
    .set({ usedAt })
    .where(and(eq(oneTimeCodes.userId, userId), isNull(oneTimeCodes.usedAt)));
  await tx
    .update(resetTokens)
    .set({ usedAt })
    .where(and(eq(resetTokens.userId, userId), isNull(resetTokens.usedAt)));
  const write = () => passwordChangedMail(context.config, user.email, user.name);
  await sendMail(context, tx, runWithLanguage(user.language, write));
}

function expiredReset(): AppError {
  return new AppError("unauthenticated", t("server.error.resetExpired"));
}
