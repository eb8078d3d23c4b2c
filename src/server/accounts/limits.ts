/**
 * Rate limits of the account calls, shared by all processes. Only failures count: a successful call
 * returns the points that it consumed. docs/decisions/002 explains the numbers.
 */
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { keyedHash } from "../crypto.ts";
import { type Budget, takeShare } from "../http/budgets.ts";
import { mailByAddress } from "../mail/mail.limits.ts";
import { countMailTo, mayMailTo } from "../mail/recipient-limit.ts";
import { type Counter, type Limit, tooManyAttempts } from "../rate-limits.ts";
import { findKnownDevice, findOwnSignUp, type Visitor } from "./visitor.ts";

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;
const day = 24 * hour;

/** `npm run doctor` looks up which address a log-in counts against. */
export const logInByAddress: Limit = { name: "log-in-ip", points: 30, duration: quarter };
const logInByDevice: Limit = { name: "log-in-device", points: 10, duration: quarter };
const logInByEmail: Budget = {
  bySource: { name: "log-in-ip-email", points: 5, duration: quarter },
  shared: { name: "log-in-email", points: 10, duration: quarter },
  reserves: [
    { name: "log-in-reserve", points: 10, duration: quarter },
    { name: "log-in-reserve-day", points: 100, duration: day },
  ],
};
/** The only limit that counts correct passwords too, so that hashing for one account stays bounded. */
const logInsByAccount: Limit = { name: "log-in-account", points: 200, duration: quarter };

const verifyByAddress: Limit = { name: "verify-ip", points: 30, duration: quarter };
const verifyByDevice: Limit = { name: "verify-device", points: 20, duration: day };
const verifyByEmail: Budget = {
  bySource: { name: "verify-ip-email", points: 10, duration: day },
  shared: { name: "verify-email", points: 20, duration: day },
  reserves: [{ name: "verify-reserve", points: 20, duration: day }],
  reserveByClient: { name: "verify-reserve-ip", points: 4, duration: day },
};

const signUpByEmail: Budget = {
  bySource: { name: "sign-up-ip-email", points: 5, duration: hour },
  shared: { name: "sign-up-email", points: 10, duration: hour },
  reserves: [{ name: "sign-up-reserve", points: 10, duration: hour }],
};
const codeByMinute: Limit = { name: "code-minute", points: 1, duration: minute };
const codeByEmail: Budget = {
  bySource: { name: "code-hour", points: 5, duration: hour },
  shared: { name: "code-email", points: 5, duration: hour },
  reserves: [{ name: "code-reserve", points: 5, duration: hour }],
  reserveByClient: { name: "code-reserve-ip", points: 2, duration: hour },
};
/** Emails that led to a verified address don't count, so that a whole class can sign up at once. */
const returnedMails: Limit = { name: "mail-returned", points: 100, duration: hour };

const refreshByAddress: Limit = { name: "refresh-ip", points: 120, duration: minute };
const refreshBySession: Limit = { name: "refresh-session", points: 120, duration: minute };
const passwordBySession: Limit = { name: "password-session", points: 10, duration: quarter };
const passwordsByUser: Limit = { name: "password-user", points: 30, duration: quarter };
const resetByToken: Limit = { name: "reset-token", points: 10, duration: quarter };

export type CodePurpose = "sign-up" | "password-reset" | "zoom-link";

/** An attempt that counts as a failure until it succeeds. */
export interface Attempt {
  /** Returns the points of this attempt and of earlier failures. */
  succeed(): Promise<void>;
  /** The error for a failed attempt if it used the reserve. It replaces the error of the failure. */
  refusal: Error | undefined;
}

export interface LogInAttempt extends Attempt {
  /**
   * Returns only the points of this attempt. The password matched a pending sign-up, which anyone
   * can create for any address, so it proves nothing about earlier failures.
   */
  withdraw(): Promise<void>;
}

/**
 * The counter's key for an email address. It is hashed to bound its length, and so that the table
 * of counters doesn't contain addresses.
 */
function keyOf(config: Config, email: string, ...rest: string[]): string {
  return [keyedHash(config.appSecret, "limit", email), ...rest].join(" ");
}

/**
 * Counts against the known browser only, and against `after` if the browser has points left.
 * @throws AppError `rate_limited`.
 */
async function countByDevice(
  { limits }: Context,
  ofDevice: Counter,
  after?: Counter,
): Promise<LogInAttempt> {
  await limits.consumeInTurn(after ? [ofDevice, after] : [ofDevice]);
  return {
    succeed: () => limits.reset(ofDevice.limit, ofDevice.key),
    withdraw: () => limits.giveBack([{ ...ofDevice, points: 1 }]),
    refusal: undefined,
  };
}

/**
 * Counts a log-in attempt. Browsers from which the owner has logged in before have their own
 * counter, so that other people's failures can't lock the owner out.
 * @throws AppError `rate_limited`.
 */
export async function countLogIn(
  context: Context,
  visitor: Visitor,
  email: string,
): Promise<LogInAttempt> {
  const { config } = context;
  const key = keyOf(config, email);
  const device = findKnownDevice(config, visitor, email);
  const ofAccount = { limit: logInsByAccount, key: `${key} ${visitor.address}` };
  return device
    ? countByDevice(context, { limit: logInByDevice, key: `${key} ${device}` }, ofAccount)
    : countUnknownSource(context, visitor, logInByEmail, {
        address: key,
        byAddress: logInByAddress,
        after: ofAccount,
      });
}

interface UnknownSource {
  /** The keyed hash of the email address. */
  address: string;
  byAddress: Limit | undefined;
  /** The source of the attempts, if it isn't the client address. */
  source?: string | undefined;
  after?: Counter;
}

/** Counts an attempt by client address, and by client address and email address together. */
async function countUnknownSource(
  context: Context,
  visitor: Visitor,
  budget: Budget,
  { address, byAddress, source = visitor.address, after }: UnknownSource,
): Promise<LogInAttempt> {
  const share = await takeShare(context, budget, {
    address,
    source,
    client: visitor.address,
    before: byAddress ? [{ limit: byAddress, key: visitor.address }] : [],
    ...(after && { after }),
  });
  return {
    succeed: share.giveBack,
    withdraw: share.withdraw,
    refusal: share.fromReserve ? tooManyAttempts(share.retryAfter) : undefined,
  };
}

/**
 * Counts an attempt to enter a code. `requester` is the ID of the browser that requested the code.
 * Its attempts are already limited per code. They aren't limited by client address as well, because
 * other people at the same address could use up that limit.
 * @throws AppError `rate_limited`.
 */
export function countVerify(
  context: Context,
  visitor: Visitor,
  email: string,
  requester: string | undefined,
): Promise<Attempt> {
  const key = keyOf(context.config, email);
  const device = findKnownDevice(context.config, visitor, email);
  if (device) {
    return countByDevice(context, { limit: verifyByDevice, key: `${key} ${device}` });
  }
  const byAddress = requester === undefined ? verifyByAddress : undefined;
  return countUnknownSource(context, visitor, verifyByEmail, {
    address: key,
    byAddress,
    source: requester,
  });
}

/** Counts a sign-up, which also sends a code. @throws AppError `rate_limited`. */
export async function countSignUp(context: Context, visitor: Visitor, email: string) {
  const { config, limits } = context;
  await limits.consume(mailByAddress, visitor.address);
  await takeShare(context, signUpByEmail, {
    address: keyOf(config, email),
    source: visitor.address,
  });
  await countMailTo(context, { email, source: visitor.address });
}

/**
 * Starts the one-minute wait before another code can be requested for this sign-up from the same
 * place.
 */
export async function reserveNextCode(
  { config, limits }: Context,
  visitor: Visitor,
  email: string,
  signUpId: string,
): Promise<void> {
  for (const source of [visitor.address, signUpId]) {
    await limits.tryConsume(codeByMinute, keyOf(config, email, "sign-up", source));
  }
}

/** Counts a request for a code. @throws AppError `rate_limited`. */
export async function countCode(
  context: Context,
  visitor: Visitor,
  email: string,
  purpose: CodePurpose,
) {
  const { config, limits } = context;
  const key = keyOf(config, email, purpose);
  const device = findKnownDevice(config, visitor, email);
  if (device) {
    await limits.consume(codeByMinute, `${key} ${device}`);
    return limits.consume(codeByEmail.bySource, `${key} ${device}`);
  }
  const own = purpose === "sign-up" ? findOwnSignUp(config, visitor, email) : undefined;
  const source = own ?? visitor.address;
  await limits.consume(mailByAddress, visitor.address);
  await limits.consume(codeByMinute, `${key} ${source}`);
  await takeShare(context, codeByEmail, { address: key, source, client: visitor.address });
  const requested = { email, source: visitor.address };
  // Emails that strangers cause with other forms must not keep the owner from a new password.
  if (purpose === "password-reset") await mayMailTo(context, requested);
  else await countMailTo(context, requested);
}

/**
 * Stops counting an email whose code was entered where it was requested, because the email was
 * wanted. Emails to known browsers aren't counted in the first place.
 */
export async function uncountEmail({ limits }: Context, { address }: Visitor): Promise<void> {
  if (!(await limits.tryConsume(returnedMails, address))) return;
  await limits.giveBack([{ limit: mailByAddress, key: address, points: 1 }]);
}

/** The seconds between two codes. The same for every email address. */
export function codeCooldown({ rateLimitFactor }: Config): number {
  return codeByMinute.points * rateLimitFactor >= 2 ? 0 : codeByMinute.duration;
}

/**
 * Counts a refresh by the session of the token, so that neighbors don't use up each other's limit.
 * Without a session, it counts by client address.
 * @throws AppError `rate_limited`.
 */
export function countRefresh(
  { limits }: Context,
  visitor: Visitor,
  sessionId: string | undefined,
): Promise<void> {
  return sessionId === undefined
    ? limits.consume(refreshByAddress, visitor.address)
    : limits.consume(refreshBySession, sessionId);
}

/**
 * Counts a check of the current password per session, so that a stolen session can't lock out the
 * owner's other sessions.
 * @throws AppError `rate_limited`.
 */
export async function countPasswordCheck(
  { limits }: Context,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Attempt> {
  await limits.consumeInTurn([
    { limit: passwordBySession, key: sessionId },
    { limit: passwordsByUser, key: `${userId} ${sessionId}` },
  ]);
  return { succeed: () => limits.reset(passwordBySession, sessionId), refusal: undefined };
}

/** Counts setting a password with a reset token. @throws AppError `rate_limited`. */
export function countReset({ limits }: Context, tokenId: string): Promise<void> {
  return limits.consume(resetByToken, tokenId);
}
