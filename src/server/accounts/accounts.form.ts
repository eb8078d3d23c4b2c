/**
 * The account forms that browsers post without scripts. They call the same use cases as the API, in
 * the order in which the browser's scripts call the API.
 */
import {
  accountMessages,
  type LogInInput,
  type SignUpInput,
  type VerifyInput,
} from "#lib/accounts/accounts.ts";
import { AppError } from "#lib/errors.ts";
import type { Role } from "#lib/people/people.options.ts";
import type { Context } from "../context.ts";
import { findAppError } from "../http/on-error.ts";
import { logIn } from "./log-in.ts";
import type { Session } from "./sessions/sessions.ts";
import { writeSignIn } from "./sign-in.ts";
import { resendCode, signUp } from "./sign-up.ts";
import { verifyCode } from "./verify.ts";
import { forgetOwnSignUp, type Visitor, withCookie, writeOwnSignUp } from "./visitor.ts";

/** The result of a form, with the Set-Cookie headers to send. */
export type AccountFormResult = { cookies: string[] } & (
  | { kind: "signed-in"; role: Role | null }
  /** A code was sent to the address. */
  | { kind: "verify"; email: string }
);

const signedIn = (
  { config }: Context,
  visitor: Visitor,
  session: Session,
  ...cookies: string[]
): AccountFormResult => ({
  kind: "signed-in",
  role: session.actor.profile?.role ?? null,
  cookies: [...cookies, ...writeSignIn(config, visitor, session)],
});

/** @throws AppError like `logIn`. */
export async function takeLogIn(
  context: Context,
  visitor: Visitor,
  input: LogInInput,
): Promise<AccountFormResult> {
  const result = await logIn(context, visitor, input);
  if (result.kind === "signed-in") return signedIn(context, visitor, result.session);
  const { email } = input;
  const cookie = writeOwnSignUp(context.config, visitor, email, result.signUpId);
  try {
    await resendCode(context, withCookie(visitor, cookie), { email });
  } catch (error) {
    // It is too early for another code, so the last one is still valid.
    if (findAppError(error)?.code !== "rate_limited") throw error;
  }
  return { kind: "verify", email, cookies: [cookie] };
}

/** @throws AppError like `signUp`. */
export async function takeSignUp(
  context: Context,
  visitor: Visitor,
  input: SignUpInput,
): Promise<AccountFormResult> {
  const { email } = input;
  const { signUpId } = await signUp(context, visitor, input);
  const cookie = writeOwnSignUp(context.config, visitor, email, signUpId);
  return { kind: "verify", email, cookies: [cookie] };
}

/** @throws AppError like `verifyCode`. */
export async function takeVerification(
  context: Context,
  visitor: Visitor,
  input: VerifyInput,
): Promise<AccountFormResult> {
  const verified = await verifyCode(context, visitor, input);
  // Only the form for a new password can use the code of a password reset.
  if (verified.kind === "password-reset") {
    throw new AppError("invalid_input", accountMessages.notVerified);
  }
  const { session } = verified;
  const cookie = forgetOwnSignUp(context.config, visitor, session.actor.email);
  return signedIn(context, visitor, session, cookie);
}
