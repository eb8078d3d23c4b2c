import { and, eq, isNull } from "drizzle-orm";
import type { LogInInput } from "#lib/accounts/accounts.ts";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import { equalHashes } from "../crypto.ts";
import { users } from "../db/tables/accounts.table.ts";
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
  if (!match) throw loginFailed();
  if (!user || match.id !== user.id) return { kind: "unverified", signUpId: match.id };
  return { kind: "signed-in", session: await startSessionOf(context, user, visitor) };
}

const loginFailed = () =>
  new AppError("unauthenticated", "Login failed. Please check your credentials and try again.");

/**
 * Starts a session if the account still has the password that was compared: it may have been reset
 * while this log-in waited for its turn, and then ends every session.
 * @throws AppError `unauthenticated` when it has another one, or was deleted.
 */
async function startSessionOf(
  { config, db }: Context,
  { id, passwordHash }: { id: string; passwordHash: string },
  visitor: Visitor,
): Promise<Session> {
  return db.transaction(async (tx) => {
    const isUnchanged = and(
      eq(users.id, id),
      eq(users.passwordHash, passwordHash),
      isNull(users.deletedAt),
    );
    // A password change waits for this row, and then ends the session that starts here.
    const [account] = await tx.select({ id: users.id }).from(users).where(isUnchanged).for("share");
    if (!account) throw loginFailed();
    return startSession(config, tx, id, visitor.userAgent);
  });
}
