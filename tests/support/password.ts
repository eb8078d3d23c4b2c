import { withHasher } from "#server/accounts/password-hash.ts";

/** The hash of a password, for accounts that tests store themselves. */
export function hashPassword(password: string): Promise<string> {
  return withHasher("test", (hasher) => hasher.hash(password));
}
