import { and, eq, isNull } from "drizzle-orm";
import type { LogInInput } from "#lib/accounts.ts";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import { users } from "./accounts.table.ts";
import { countLogIn, forgetLogIns } from "./limits.ts";
import { hashSignUpPassword, verifyPassword } from "./password-hash.ts";
import { type Session, startSession } from "./sessions.ts";
import { listPendingSignUps } from "./sign-up.ts";
import type { Visitor } from "./visitor.ts";

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
  await countLogIn(context, visitor, email);
  const [user] = await context.db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  const pending = await listPendingSignUps(context.db, email);
  if (user) {
    if (await verifyPassword(user.passwordHash, password)) {
      await forgetLogIns(context, visitor, email);
      const session = await startSession(context.config, context.db, user.id, visitor.userAgent);
      return { kind: "signed-in", session };
    }
  } else {
    const passwordHash = await hashSignUpPassword(context.config, email, password);
    const match = pending.find((request) => request.passwordHash === passwordHash);
    if (match) return { kind: "unverified", signUpId: match.id };
  }
  throw new AppError(
    "unauthenticated",
    "Login failed. Please check your credentials and try again.",
  );
}
