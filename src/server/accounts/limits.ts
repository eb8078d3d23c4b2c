/** How often the account calls may be tried, counted across processes. */
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import type { Limit } from "../http/rate-limits.ts";
import { keyedHash } from "../keyed-hash.ts";
import { mailByAddress } from "../mail/mail.limits.ts";
import { findKnownDevice, type Visitor } from "./visitor.ts";

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;
const day = 24 * hour;

const logInByAddress: Limit = { name: "log-in-ip", points: 30, duration: quarter };
const logInByEmail: Limit = { name: "log-in-email", points: 10, duration: quarter };
const logInByBoth: Limit = { name: "log-in-ip-email", points: 5, duration: quarter };
const logInByDevice: Limit = { name: "log-in-device", points: 10, duration: quarter };
const verifyByAddress: Limit = { name: "verify-ip", points: 30, duration: quarter };
const verifyByEmail: Limit = { name: "verify-email", points: 20, duration: day };
const signUpByEmail: Limit = { name: "sign-up-email", points: 10, duration: hour };
const codeByMinute: Limit = { name: "code-minute", points: 1, duration: minute };
const codeByHour: Limit = { name: "code-hour", points: 5, duration: hour };
const refreshByAddress: Limit = { name: "refresh-ip", points: 120, duration: minute };
const passwordByUser: Limit = { name: "password-user", points: 10, duration: quarter };

export type CodePurpose = "sign-up" | "password-reset";

/** The key of an address: bounded in length, and no list of people in the counters' table. */
function keyOf(config: Config, email: string, ...rest: string[]): string {
  return [keyedHash(config.appSecret, "limit", email), ...rest].join(" ");
}

/**
 * Counts a log-in. A browser from which the owner has signed in before has a counter of its own,
 * so that strangers' tries don't lock the owner out.
 * @throws AppError `rate_limited`.
 */
export async function countLogIn(context: Context, visitor: Visitor, email: string): Promise<void> {
  const { config, limits } = context;
  await limits.consume(logInByAddress, visitor.address);
  const device = findKnownDevice(config, visitor, email);
  if (device) return limits.consume(logInByDevice, keyOf(config, email, device));
  await limits.consume(logInByBoth, keyOf(config, email, visitor.address));
  await limits.consume(logInByEmail, keyOf(config, email));
}

/** Forgets the tries before a successful log-in, those of the address excepted. */
export async function forgetLogIns(
  context: Context,
  visitor: Visitor,
  email: string,
): Promise<void> {
  const { config, limits } = context;
  const device = findKnownDevice(config, visitor, email);
  if (device) return limits.reset(logInByDevice, keyOf(config, email, device));
  await limits.reset(logInByBoth, keyOf(config, email, visitor.address));
  await limits.reset(logInByEmail, keyOf(config, email));
}

/** Counts a guess of a code. @throws AppError `rate_limited`. */
export async function countVerify(context: Context, visitor: Visitor, email: string) {
  const { config, limits } = context;
  await limits.consume(verifyByAddress, visitor.address);
  const device = findKnownDevice(config, visitor, email);
  await limits.consume(verifyByEmail, keyOf(config, email, ...(device ? [device] : [])));
}

/** Counts a sign-up; a code goes out with it. @throws AppError `rate_limited`. */
export async function countSignUp(context: Context, visitor: Visitor, email: string) {
  const { config, limits } = context;
  await limits.consume(mailByAddress, visitor.address);
  await limits.consume(signUpByEmail, keyOf(config, email));
  // The next code must wait for a minute, but nobody's sign-up waits for a stranger's.
  await limits.tryConsume(codeByMinute, keyOf(config, email, "sign-up"));
}

/** Counts a code that is asked for (again). @throws AppError `rate_limited`. */
export async function countCode(
  context: Context,
  visitor: Visitor,
  email: string,
  purpose: CodePurpose,
) {
  const { config, limits } = context;
  await limits.consume(mailByAddress, visitor.address);
  const device = findKnownDevice(config, visitor, email);
  const key = keyOf(config, email, purpose, ...(device ? [device] : []));
  await limits.consume(codeByMinute, key);
  await limits.consume(codeByHour, key);
}

/** How many seconds after a code the next one may be asked for; the same for every address. */
export function codeCooldown({ rateLimitFactor }: Config): number {
  return codeByMinute.points * rateLimitFactor >= 2 ? 0 : codeByMinute.duration;
}

/** @throws AppError `rate_limited`. */
export function countRefresh(context: Context, visitor: Visitor): Promise<void> {
  return context.limits.consume(refreshByAddress, visitor.address);
}

/** Counts a try of the current password by somebody signed in. @throws AppError `rate_limited`. */
export function countPasswordChange(context: Context, userId: string): Promise<void> {
  return context.limits.consume(passwordByUser, userId);
}
