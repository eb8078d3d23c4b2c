import type { LogInInput } from "#lib/accounts/accounts.ts";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import { equalHashes } from "../crypto.ts";
import { countLogIn } from "./limits.ts";
import { withHasher } from "./password-hash.ts";
import { type Session, startSession } from "./sessions/sessions.ts";
import { findAccount, listPendingSignUps } from "./sign-up.ts";
import { findKnownDevice, type Visitor } from "./visitor.ts";

export type LogIn =
  | { kind: "signed-in"; session: Session }
  /** The password is right, but the address still waits for its code. */
  | { kind: "unverified"; signUpId: string };

/**
 * Logs a browser in. Unknown addresses cost the same queries and the same password hash as known ones,
 * so that neither the response nor its time reveals whether an account exists.
 *
 * @throws AppError `unauthenticated` for a wrong address or password, `rate_limited`.
 */
export async function logIn(
  context: Context,
  visitor: Visitor,
  { email, password }: LogInInput,
): Promise<LogIn> {
  const { config, db } = context;
  // Before the queue, so that no one waits in it while the database is down.
  const user = await findAccount(db, email);
  const pending = await listPendingSignUps(db, email);
  const source = findKnownDevice(config, visitor, email) ?? visitor.address;
  const match = await withHasher(source, async (hasher) => {
    // Counted in turn, so that of a class that logs in at once few are counted at a time.
    const attempt = await countLogIn(context, visitor, email);
    // One hash checks the account's password and those of sign-ups with its address.
    const hash = await hasher.hashForSignUp(config, email, password, user?.passwordHash);
    if (user && equalHashes(user.passwordHash, hash)) {
      await attempt.succeed();
      return user;
    }
    // Also for taken addresses: signing up with one must not reveal that it has an account.
    const found = pending.find(({ passwordHash }) => passwordHash === hash);
    if (found) await attempt.withdraw();
    else if (attempt.refusal) throw attempt.refusal;
    return found;
  });
  if (!match) {
    const message = "Login failed. Please check your credentials and try again.";
    throw new AppError("unauthenticated", message);
  }
  if (!user || match.id !== user.id) return { kind: "unverified", signUpId: match.id };
  const session = await startSession(config, db, user.id, visitor.userAgent);
  return { kind: "signed-in", session };
}
