/** Codes from emails, which complete a sign-up or allow a password reset. */

import { and, eq, isNull } from "drizzle-orm";
import { accountMessages, type VerifyInput } from "#lib/accounts/accounts.ts";
import { AppError } from "#lib/errors.ts";
import { getLanguage } from "#translations/runtime.ts";
import { recordSignUpAgreements } from "../agreements/agreements.ts";
import type { Context } from "../context.ts";
import { signUps, users } from "../db/tables/accounts.table.ts";
import { lockAddress } from "./address-lock.ts";
import { countVerify, uncountEmail } from "./limits.ts";
import {
  findCodes,
  findRequester,
  type OpenCode,
  type Requester,
  redeemCode,
  type TriedCode,
  tryCode,
} from "./one-time-codes.ts";
import { createResetPermission, signResetToken } from "./reset-token.ts";
import { type Session, startSession } from "./sessions/sessions.ts";
import { listPendingSignUps, type PendingSignUp } from "./sign-up.ts";
import {
  findKnownDevice,
  findOwnSignUp,
  findResetBrowser,
  hashSource,
  type Visitor,
} from "./visitor.ts";

/**
 * The maximum number of sign-ups with the same password that an attempt is compared with. The
 * latest ones are used.
 */
const maxRequests = 3;

export type Verified =
  | { kind: "sign-up"; session: Session }
  | {
      kind: "password-reset";
      user: { id: string; email: string; name: string };
      resetToken: string;
    };

/**
 * Verifies the code of a sign-up, or of a password reset if the address has an account. A verified
 * sign-up becomes an account with a session. A reset code returns a reset token and doesn't log in.
 *
 * @throws AppError `invalid_input` for any wrong code, `rate_limited`.
 */
export async function verifyCode(
  context: Context,
  visitor: Visitor,
  { email, code }: VerifyInput,
): Promise<Verified> {
  const entered: Entered = { visitor, email, code };
  const [user] = await context.db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  return user ? verifyReset(context, entered, user) : verifySignUp(context, entered);
}

export interface Entered {
  visitor: Visitor;
  email: string;
  code: string;
}

/**
 * Counts the attempt, compares it with the codes and calls `redeem` with the matching one. A
 * success counts neither as a failed attempt nor as an email sent for the client address.
 */
export async function enterCode<Result>(
  context: Context,
  { visitor, email, code }: Entered,
  codes: OpenCode[],
  requester: Requester,
  redeem: (match: TriedCode) => Promise<Result | undefined>,
): Promise<Result> {
  const browser = await findRequester(context.db, email, [
    findOwnSignUp(context.config, visitor, email),
    findResetBrowser(context.config, visitor),
    requester.browser,
  ]);
  const attempt = await countVerify(context, visitor, email, browser);
  const match = await tryCode(context.config, context.db, email, codes, requester, code);
  const result = match && (await redeem(match));
  if (!match || result === undefined) {
    if (attempt.refusal) throw attempt.refusal;
    const message = accountMessages.notVerified;
    throw new AppError("invalid_input", message, { fields: [{ field: "code", message }] });
  }
  await attempt.succeed();
  const isKnown = findKnownDevice(context.config, visitor, email) !== undefined;
  if (match.isFromHere && !isKnown) await uncountEmail(context, visitor);
  return result;
}

async function verifyReset(
  context: Context,
  entered: Entered,
  user: { id: string; email: string; name: string },
): Promise<Verified> {
  const { config, db } = context;
  const requester = {
    browser: findResetBrowser(config, entered.visitor),
    source: hashSource(config, entered.visitor),
  };
  const codes = await findCodes(db, "password-reset", { userId: user.id }, requester);
  const permissionId = await enterCode(context, entered, codes, requester, (match) =>
    db.transaction(async (tx) =>
      (await redeemCode(tx, match.id)) ? createResetPermission(tx, user.id) : undefined,
    ),
  );
  const resetToken = await signResetToken(context, user.id, permissionId);
  return { kind: "password-reset", user, resetToken };
}

async function verifySignUp(context: Context, entered: Entered): Promise<Verified> {
  const { config, db } = context;
  const { visitor, email } = entered;
  const own = findOwnSignUp(config, visitor, email);
  const requester = { browser: own, source: hashSource(config, visitor) };
  const candidates = chooseSignUps(await listPendingSignUps(db, email), own);
  const codes: OpenCode[] = [];
  for (const { id } of candidates) {
    codes.push(...(await findCodes(db, "sign-up", { signUpId: id }, requester)));
  }
  const session = await enterCode(context, entered, codes, requester, async (match) => {
    const chosen = candidates.find(({ id }) => id === match.signUpId);
    return chosen && createAccount(context, visitor, match.id, chosen);
  });
  return { kind: "sign-up", session };
}

/**
 * The sign-ups whose codes are accepted: only the browser's own, if it has one. Without the cookie,
 * we can't tell whose code was entered, so none is accepted if the sign-ups have different
 * passwords.
 */
function chooseSignUps(pending: PendingSignUp[], own: string | undefined): PendingSignUp[] {
  const bound = pending.filter(({ id }) => id === own);
  if (bound.length > 0) return bound;
  const passwords = new Set(pending.map(({ passwordHash }) => passwordHash));
  return passwords.size === 1 ? pending.slice(0, maxRequests) : [];
}

/** Returns undefined if another request used the code first. */
async function createAccount(
  context: Context,
  visitor: Visitor,
  codeId: string,
  { email, name, passwordHash, termsVersion, privacyVersion, createdAt }: PendingSignUp,
): Promise<Session | undefined> {
  return context.db.transaction(async (tx) => {
    await lockAddress(tx, email);
    if (!(await redeemCode(tx, codeId))) return undefined;
    const [user] = await tx
      .insert(users)
      .values({ email, name, passwordHash, language: getLanguage() })
      .returning({ id: users.id });
    if (!user) throw new Error("The account was not stored.");
    const versions = { terms: termsVersion, privacy: privacyVersion };
    await recordSignUpAgreements(tx, user.id, versions, createdAt);
    // Also deletes all other sign-ups with this address, and their codes.
    await tx.delete(signUps).where(eq(signUps.email, email));
    return startSession(context.config, tx, user.id, visitor.userAgent);
  });
}
