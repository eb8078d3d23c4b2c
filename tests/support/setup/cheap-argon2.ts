/**
 * Replaces `@node-rs/argon2` in API tests (see `vitest.config.ts`), because hashes at the real cost
 * took a quarter of the time of the tests of accounts. Hashes contain their cost, so those with the
 * real one can still be verified. `tests/unit/accounts/passwords.test.ts` checks the real cost.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const argon2: typeof import("@node-rs/argon2") = require("@node-rs/argon2");

/** The lowest cost that argon2 allows for one lane: 8 KiB of memory and one pass. */
const lowest = { memoryCost: 8, timeCost: 1 };

export const { verify } = argon2;

export const hash: typeof argon2.hash = (password, options, signal) =>
  argon2.hash(password, { ...options, ...lowest }, signal);
