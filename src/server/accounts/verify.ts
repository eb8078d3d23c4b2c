/** Codes from mails: they finish a sign-up or open the way to a new password. */
import { and, eq, isNull } from "drizzle-orm";
import type { VerifyInput } from "#lib/accounts.ts";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import { signUps, users } from "./accounts.table.ts";
import { lockAddress } from "./address-lock.ts";
import { countVerify } from "./limits.ts";
import { redeemCode, tryCode } from "./one-time-codes.ts";
import { createResetPermission, signResetToken } from "./reset-token.ts";
import { type Session, startSession } from "./sessions.ts";
import { listPendingSignUps, type PendingSignUp } from "./sign-up.ts";
import { findOwnSignUp, type Visitor } from "./visitor.ts";

export type Verified =
  | { kind: "sign-up"; session: Session }
  | {
      kind: "password-reset";
      user: { id: string; email: string; name: string };
      resetToken: string;
    };

/**
 * Checks the code of a sign-up, or of a password reset if the address has an account. A verified
 * sign-up becomes an account with a session; a reset code gives a reset token and signs nobody in.
 *
 * @throws AppError `invalid_input` whatever is wrong with the code, `rate_limited`.
 */
export async function verifyCode(
  context: Context,
  visitor: Visitor,
  { email, code }: VerifyInput,
): Promise<Verified> {
  await countVerify(context, visitor, email);
  const [user] = await context.db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  const verified = user
    ? await verifyReset(context, user, code)
    : await verifySignUp(context, visitor, email, code);
  if (verified) return verified;
  const message = "Verification failed. Please check your OTP code and try again.";
  throw new AppError("invalid_input", message, { fields: [{ field: "code", message }] });
}

async function verifyReset(
  context: Context,
  user: { id: string; email: string; name: string },
  code: string,
): Promise<Verified | undefined> {
  const match = await tryCode(context.config, context.db, user.email, { userId: user.id }, code);
  if (!match) return undefined;
  const permissionId = await context.db.transaction(async (tx) =>
    (await redeemCode(tx, match.id)) ? createResetPermission(tx, user.id) : undefined,
  );
  if (!permissionId) return undefined;
  const resetToken = await signResetToken(context, user.id, permissionId);
  return { kind: "password-reset", user, resetToken };
}

async function verifySignUp(
  context: Context,
  visitor: Visitor,
  email: string,
  code: string,
): Promise<Verified | undefined> {
  const pending = await listPendingSignUps(context.db, email);
  const candidates = chooseSignUps(pending, findOwnSignUp(context.config, visitor));
  const signUpIds = candidates.map(({ id }) => id);
  const match = await tryCode(context.config, context.db, email, { signUpIds }, code);
  const chosen = match && candidates.find(({ id }) => id === match.signUpId);
  if (!chosen) return undefined;
  const session = await createAccount(context, visitor, match.id, chosen);
  return session && { kind: "sign-up", session };
}

/**
 * The requests whose codes count: the browser's own if it has one. Without the cookie it can't be
 * told whose code was typed, so requests with different passwords then count for nothing.
 */
function chooseSignUps(pending: PendingSignUp[], own: string | undefined): PendingSignUp[] {
  const bound = pending.filter(({ id }) => id === own);
  if (bound.length > 0) return bound;
  const passwords = new Set(pending.map(({ passwordHash }) => passwordHash));
  return passwords.size === 1 ? pending : [];
}

/** Undefined when another call used the code, or verified the address, first. */
async function createAccount(
  context: Context,
  visitor: Visitor,
  codeId: string,
  { email, name, passwordHash }: PendingSignUp,
): Promise<Session | undefined> {
  return context.db.transaction(async (tx) => {
    await lockAddress(tx, email);
    if (!(await redeemCode(tx, codeId))) return undefined;
    const [user] = await tx
      .insert(users)
      .values({ email, name, passwordHash })
      .returning({ id: users.id });
    if (!user) throw new Error("The account was not stored.");
    // Every other request with this address, and its codes, has become void.
    await tx.delete(signUps).where(eq(signUps.email, email));
    return startSession(context.config, tx, user.id, visitor.userAgent);
  });
}
