/** What a request reveals about its browser before log-in. */
import type { Context as HonoContext } from "hono";
import type { Config } from "../config/config.ts";
import { keyedHash, randomToken } from "../crypto.ts";
import type { AppEnv } from "../http/app-env.ts";
import {
  addSignedEntry,
  readCookie,
  readSignedEntry,
  readSignedValue,
  removeSignedEntry,
  signValue,
  writeCookie,
} from "./sessions/cookies.ts";

export interface Visitor {
  /** The address that limits count by. */
  address: string;
  cookies: string | undefined;
  userAgent: string | undefined;
}

export function readVisitor(c: HonoContext<AppEnv>): Visitor {
  return {
    address: c.var.clientAddress,
    cookies: c.req.header("cookie"),
    userAgent: c.req.header("user-agent")?.slice(0, 200),
  };
}

const day = 24 * 60 * 60;
const deviceCookie = "device";
const signUpCookie = "sign-up";
const resetCookie = "reset";

/** The keyed hash of where a request comes from, for comparing sources without storing addresses. */
export function hashSource(config: Config, { address }: Visitor): string {
  return keyedHash(config.appSecret, "source", address);
}

/**
 * The ID of this browser if the owner of the email address has signed in from it before. Failed
 * attempts of strangers don't count against it. A browser knows several people.
 */
export function findKnownDevice(
  config: Config,
  visitor: Visitor,
  email: string,
): string | undefined {
  const cookie = readCookie(config, visitor.cookies, deviceCookie);
  return readSignedEntry(config, "device", cookie, email);
}

/** The Set-Cookie header that makes this browser known for the email address, for a year. */
export function writeKnownDevice(config: Config, visitor: Visitor, email: string): string {
  const cookie = readCookie(config, visitor.cookies, deviceCookie);
  const device = findKnownDevice(config, visitor, email) ?? randomToken();
  const value = addSignedEntry(config, "device", cookie, device, email);
  return writeCookie(config, deviceCookie, value, 365 * day);
}

/** The sign-up with this email address that this browser requested. */
export function findOwnSignUp(config: Config, visitor: Visitor, email: string): string | undefined {
  const cookie = readCookie(config, visitor.cookies, signUpCookie);
  return readSignedEntry(config, "sign-up", cookie, email);
}

/** The Set-Cookie header that binds a sign-up, and thereby its codes, to this browser. */
export function writeOwnSignUp(
  config: Config,
  visitor: Visitor,
  email: string,
  signUpId: string,
): string {
  const cookie = readCookie(config, visitor.cookies, signUpCookie);
  const value = addSignedEntry(config, "sign-up", cookie, signUpId, email);
  return writeCookie(config, signUpCookie, value, day);
}

/** The Set-Cookie header that forgets the sign-up once it is verified. */
export function forgetOwnSignUp(config: Config, visitor: Visitor, email: string): string {
  const cookie = readCookie(config, visitor.cookies, signUpCookie);
  const value = removeSignedEntry(config, "sign-up", cookie, email);
  return writeCookie(config, signUpCookie, value, value ? day : 0);
}

/** The ID under which this browser requests reset codes, if it has requested any. */
export function findResetBrowser(config: Config, visitor: Visitor): string | undefined {
  return readSignedValue(config, "reset", readCookie(config, visitor.cookies, resetCookie));
}

/** The Set-Cookie header that binds the reset codes that this browser requests to it. */
export function writeResetBrowser(config: Config, browserId: string): string {
  return writeCookie(config, resetCookie, signValue(config, "reset", browserId), day);
}
