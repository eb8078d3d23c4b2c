import { withHasher } from "#server/accounts/password-hash.ts";

/** Hashes a password, for tests that insert accounts directly. */
export function hashPassword(password: string): Promise<string> {
  return withHasher("test", (hasher) => hasher.hash(password));
}
