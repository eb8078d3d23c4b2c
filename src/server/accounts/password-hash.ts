/** Passwords at rest: argon2id with 19 MiB, two passes, one lane. */
import { availableParallelism } from "node:os";
import { hash, type Options, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { AppError } from "#lib/errors.ts";
import type { Config } from "../config.ts";
import { keyedHash } from "../keyed-hash.ts";
import { isCommonPassword } from "./common-passwords.ts";

// Algorithm 2 is argon2id; the package's own name for it is a const enum, which can't be imported.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/**
 * Log-ins that come together wait for each other: memory stays bounded, and of Node's four threads
 * one remains for files and look-ups.
 */
const inTurn = pLimit(Math.min(3, availableParallelism()));

/** Keyboards compose letters differently; the same text must be the same password everywhere. */
function normalise(password: string): string {
  return password.normalize("NFC");
}

/** The hash under which a password is kept. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalise(password), options));
}

/** Whether the hash was made from this password. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, normalise(password)));
}

/**
 * The hash of a password for an address that isn't verified yet. The salt follows from the address
 * and the application's secret, so two requests with the same password have the same hash and one
 * computation compares a password with any number of them.
 */
export function hashSignUpPassword(
  config: Pick<Config, "appSecret">,
  email: string,
  password: string,
): Promise<string> {
  const salt = Buffer.from(keyedHash(config.appSecret, "sign-up-salt", email), "base64url");
  return inTurn(() => hash(normalise(password), { ...options, salt: salt.subarray(0, 16) }));
}

/**
 * Refuses a password that is being chosen when it is among the most common ones.
 * @throws AppError `invalid_input` that names `field`.
 */
export function refuseCommonPassword(password: string, field = "password"): void {
  if (!isCommonPassword(normalise(password))) return;
  const message = "This password is too common. Please choose another one.";
  throw new AppError("invalid_input", message, { fields: [{ field, message }] });
}
