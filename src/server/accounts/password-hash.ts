/** Password storage: argon2id with 19 MiB of memory, two passes and one lane. */
import { availableParallelism } from "node:os";
import { hash, type Options, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Config } from "../config/config.ts";
import { keyedHash } from "../crypto.ts";
import { createFairQueue } from "../fair-queue.ts";
import { tooManyAttempts } from "../rate-limits.ts";
import { isCommonPassword } from "./common-passwords.ts";

const t = getTexts("accounts");

// Algorithm 2 is argon2id. The package's own name for it is a const enum, which can't be imported.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** Bounds memory, and leaves one of Node's four threads for files and DNS lookups. */
const maxHashes = Math.min(3, availableParallelism());
const hashing = pLimit(maxHashes);

/**
 * Work that hashes passwords is queued. When a whole class logs in at once, each student waits a few
 * seconds at most. Floods are rejected. Two more tasks than hashes run at a time, so that cores
 * don't wait while a task queries the database.
 */
const queue = createFairQueue({
  concurrency: maxHashes + 2,
  maxWaiting: 300,
  maxWaitingPerSource: 100,
  refuse: () => tooManyAttempts(5),
});

/** Hashes passwords. Only `withHasher` provides it, so that all hashing is queued. */
export interface Hasher {
  /** Hashes a password for storage. */
  hash(password: string): Promise<string>;
  /** Whether the hash was created from this password. */
  verify(passwordHash: string, password: string): Promise<boolean>;
  /**
   * Hashes a password for an unverified address. The salt is derived from the address and the
   * application secret, so that equal passwords have equal hashes and one computation checks any
   * number of sign-ups. If the address has an account, the salt of its password is used, so that
   * the same computation checks that password too.
   */
  hashForSignUp(
    config: Pick<Config, "appSecret">,
    email: string,
    password: string,
    accountHash?: string | undefined,
  ): Promise<string>;
}

const hasher: Hasher = {
  hash: (password) => hashing(() => hash(normalize(password), options)),
  verify: (passwordHash, password) => hashing(() => verify(passwordHash, normalize(password))),
  hashForSignUp(config, email, password, accountHash) {
    const salt = Buffer.from(keyedHash(config.appSecret, "sign-up-salt", email), "base64url");
    const ownSettings = { ...options, salt: salt.subarray(0, 16) };
    return hashing(() => hash(normalize(password), readSettings(accountHash) ?? ownSettings));
  },
};

/** The parameters and the salt of a hash. */
function readSettings(passwordHash = ""): Options | undefined {
  const written = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$/.exec(passwordHash);
  if (!written) return undefined;
  const [memoryCost, timeCost, parallelism] = written.slice(1, 4).map(Number);
  const salt = Buffer.from(written[4] ?? "", "base64");
  return { ...options, memoryCost, timeCost, parallelism, salt };
}

/**
 * Runs work that hashes passwords when it is the source's turn. A source is a client address, a
 * known browser or a person. Apply rate limits before this call, or at the start of the work.
 * @throws AppError `rate_limited` when the queue is full.
 */
export function withHasher<Result>(
  source: string,
  work: (hasher: Hasher) => Promise<Result>,
): Promise<Result> {
  return queue.run(source, () => work(hasher));
}

/** Keyboards compose letters differently, but the same text must be the same password everywhere. */
function normalize(password: string): string {
  return password.normalize("NFC");
}

/**
 * Rejects a new password if it is one of the most common ones.
 * @throws AppError `invalid_input` that names `field`.
 */
export function refuseCommonPassword(password: string, field = "password"): void {
  if (!isCommonPassword(normalize(password))) return;
  const message = t("server.error.passwordTooCommon");
  throw new AppError("invalid_input", message, { fields: [{ field, message }] });
}
