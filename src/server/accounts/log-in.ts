import { and, eq } from "drizzle-orm";
import { accountMessages, type LogInInput } from "#lib/accounts/accounts.ts";
import { AppError } from "#lib/errors.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { equalHashes } from "../crypto.ts";
import { users } from "../db/tables/accounts.table.ts";
import { countLogIn } from "./limits.ts";
import { withHasher } from "./password-hash.ts";
import { type Session, startSessionWith } from "./sessions/sessions.ts";
import { findAccount, listPendingSignUps } from "./sign-up.ts";
import { findKnownDevice, type Visitor } from "./visitor.ts";

const t = getTexts("accounts");

export type LogIn =
  | { kind: "signed-in"; session: Session }
  /** The password is right, but the address hasn't been verified yet. */
  | { kind: "unverified"; signUpId: string };

/**
 * Logs a browser in. Unknown addresses require the same queries and the same password hash as known
 * ones, so that neither the response nor its timing reveals whether an account exists.
 *
 * @throws AppError `unauthenticated` for a wrong address or password, `forbidden` for a suspended
 * person, `rate_limited`.
 */
export async function logIn(
  context: Context,
  visitor: Visitor,
  { email, password }: LogInInput,
): Promise<LogIn> {
  const { config, db } = context;
  // Runs before queueing, so that requests don't wait in the queue while the database is down.
  const [user, pending] = await Promise.all([
    findAccount(db, email),
    listPendingSignUps(db, email),
  ]);
  const source = findKnownDevice(config, visitor, email) ?? visitor.address;
  const match = await withHasher(source, async (hasher) => {
    // Counted only when it is this attempt's turn, so that when a whole class logs in at once, few
    // attempts count as failures at the same time.
    const attempt = await countLogIn(context, visitor, email);
    // One hash checks the account's password and those of sign-ups with its address.
    const hash = await hasher.hashForSignUp(config, email, password, user?.passwordHash);
    if (user && equalHashes(user.passwordHash, hash)) {
      await attempt.succeed();
      return user;
    }
    // Runs for addresses with an account too, because signing up must not reveal that an account
    // exists.
    const found = pending.find(({ passwordHash }) => passwordHash === hash);
    if (found) await attempt.withdraw();
    else if (attempt.refusal) throw attempt.refusal;
    return found;
  });
  if (!match) throw loginFailed();
  if (!user || match.id !== user.id) return { kind: "unverified", signUpId: match.id };
  refuseSuspended(user);
  return { kind: "signed-in", session: await startSessionOf(context, user, visitor) };
}

/** Only people who know the password find out about the suspension. */
function refuseSuspended({
  suspendedUntil,
  suspendedReason,
}: NonNullable<Awaited<ReturnType<typeof findAccount>>>): void {
  if (!suspendedUntil || suspendedUntil.getTime() <= Date.now()) return;
  const date = formatDate(suspendedUntil.toISOString(), "UTC");
  const reason = suspendedReason ?? "";
  throw new AppError("forbidden", t("server.error.suspended", { date, reason }));
}

const loginFailed = () => new AppError("unauthenticated", accountMessages.notLoggedIn);

/**
 * Starts a session if the account still has the password that was compared. A password reset ends
 * all sessions, and may have happened while this log-in was queued.
 * @throws AppError `unauthenticated` if the password has changed or the account was deleted.
 */
async function startSessionOf(
  { config, db }: Context,
  { id, passwordHash }: { id: string; passwordHash: string },
  visitor: Visitor,
): Promise<Session> {
  const isUnchanged = and(eq(users.id, id), eq(users.passwordHash, passwordHash));
  const session = await startSessionWith(config, db, isUnchanged, visitor.userAgent);
  if (!session) throw loginFailed();
  return session;
}
