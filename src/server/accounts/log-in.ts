import { and, eq, isNull } from "drizzle-orm";
import type { LogInInput } from "#lib/accounts.ts";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import { users } from "./accounts.table.ts";
import { countLogIn } from "./limits.ts";
import { type Hasher, withHasher } from "./password-hash.ts";
import { type Session, startSession } from "./sessions.ts";
import { listPendingSignUps, type PendingSignUp } from "./sign-up.ts";
import { findKnownDevice, type Visitor } from "./visitor.ts";

export type LogIn =
  | { kind: "signed-in"; session: Session }
  /** The password is right, but the address still waits for its code. */
  | { kind: "unverified"; signUpId: string };

/**
 * Signs a browser in. Unknown addresses cost the same queries and the same one password hash as
 * known ones, so that neither answer nor time tells them apart.
 *
 * @throws AppError `unauthenticated` for a wrong address or password, `rate_limited`.
 */
export async function logIn(
  context: Context,
  visitor: Visitor,
  { email, password }: LogInInput,
): Promise<LogIn> {
  const { config, db } = context;
  // Before the queue, so that nobody waits in it while the database is away.
  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  const pending = await listPendingSignUps(db, email);
  const source = findKnownDevice(config, visitor, email) ?? visitor.address;
  const match = await withHasher(source, async (hasher) => {
    // Counted in turn, so that of a class that logs in at once few are counted at a time.
    const attempt = await countLogIn(context, visitor, email);
    const found = user
      ? (await hasher.verify(user.passwordHash, password)) && user
      : await findSignUp(context, hasher, pending, email, password);
    if (found) await attempt.succeed();
    else if (attempt.refusal) throw attempt.refusal;
    return found;
  });
  if (!match) {
    const message = "Login failed. Please check your credentials and try again.";
    throw new AppError("unauthenticated", message);
  }
  if (match !== user) return { kind: "unverified", signUpId: match.id };
  const session = await startSession(config, db, user.id, visitor.userAgent);
  return { kind: "signed-in", session };
}

/** The sign-up that was made with this password. */
async function findSignUp(
  { config }: Context,
  hasher: Hasher,
  pending: PendingSignUp[],
  email: string,
  password: string,
): Promise<PendingSignUp | undefined> {
  const passwordHash = await hasher.hashForSignUp(config, email, password);
  return pending.find((request) => request.passwordHash === passwordHash);
}
