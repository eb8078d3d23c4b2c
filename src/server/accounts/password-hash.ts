/** Passwords at rest: argon2id with 19 MiB, two passes, one lane. */
import { availableParallelism } from "node:os";
import { hash, type Options, verify } from "@node-rs/argon2";
import { AppError } from "#lib/errors.ts";
import type { Config } from "../config/config.ts";
import { keyedHash } from "../crypto.ts";
import { createFairQueue } from "../fair-queue.ts";
import { tooManyAttempts } from "../rate-limits.ts";
import { isCommonPassword } from "./common-passwords.ts";

// Algorithm 2 is argon2id; the package's own name for it is a const enum, which can't be imported.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/**
 * Hashes are computed in turn: memory stays bounded, and one of Node's four threads remains for
 * files and look-ups. A class that logs in at once waits for seconds at most; a flood is refused.
 */
const queue = createFairQueue({
  concurrency: Math.min(3, availableParallelism()),
  maxWaiting: 300,
  maxWaitingPerSource: 100,
  refuse: () => tooManyAttempts(5),
});

/** Computes password hashes; there is no other way to do so than `withHasher`. */
export interface Hasher {
  /** The hash of a password for storage. */
  hash(password: string): Promise<string>;
  /** Whether the hash was made from this password. */
  verify(passwordHash: string, password: string): Promise<boolean>;
  /**
   * The hash of a password for an address that isn't verified yet. The salt follows from the
   * address and the application's secret, so two requests with the same password have the same
   * hash and one computation compares a password with any number of them. Where the address has
   * an account, the salt is that of its password, which is then compared by the same computation.
   */
  hashForSignUp(
    config: Pick<Config, "appSecret">,
    email: string,
    password: string,
    accountHash?: string | undefined,
  ): Promise<string>;
}

const hasher: Hasher = {
  hash: (password) => hash(normalize(password), options),
  verify: (passwordHash, password) => verify(passwordHash, normalize(password)),
  hashForSignUp(config, email, password, accountHash) {
    const salt = Buffer.from(keyedHash(config.appSecret, "sign-up-salt", email), "base64url");
    const ownSettings = { ...options, salt: salt.subarray(0, 16) };
    return hash(normalize(password), readSettings(accountHash) ?? ownSettings);
  },
};

/** With which settings and salt a hash was made. */
function readSettings(passwordHash = ""): Options | undefined {
  const written = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$/.exec(passwordHash);
  if (!written) return undefined;
  const [memoryCost, timeCost, parallelism] = written.slice(1, 4).map(Number);
  const salt = Buffer.from(written[4] ?? "", "base64");
  return { ...options, memoryCost, timeCost, parallelism, salt };
}

/**
 * Runs work that hashes passwords when it is the source's turn: a client's address, a known browser
 * or a person. Limits on how often that source may hash belong before it, or first into the work.
 * @throws AppError `rate_limited` when too much is waiting already.
 */
export function withHasher<Result>(
  source: string,
  work: (hasher: Hasher) => Promise<Result>,
): Promise<Result> {
  return queue.run(source, () => work(hasher));
}

/** Keyboards compose letters differently; the same text must be the same password everywhere. */
function normalize(password: string): string {
  return password.normalize("NFC");
}

/**
 * Refuses a password that is being chosen when it is among the most common ones.
 * @throws AppError `invalid_input` that names `field`.
 */
export function refuseCommonPassword(password: string, field = "password"): void {
  if (!isCommonPassword(normalize(password))) return;
  const message = "This password is too common. Please choose another one.";
  throw new AppError("invalid_input", message, { fields: [{ field, message }] });
}
