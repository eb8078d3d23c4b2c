/** Information about the browser that sends a request, before log-in. */
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
  /** The client address, which limits count by. */
  address: string;
  cookies: string | undefined;
  userAgent: string | undefined;
}

export function readVisitor(c: HonoContext<AppEnv>): Visitor {
  return {
    address: c.var.clientAddress,
    cookies: c.req.header("cookie"),
    userAgent: readUserAgent(c.req.header("user-agent")),
  };
}

export const readUserAgent = (header: string | null | undefined): string | undefined =>
  header?.slice(0, 200);

/** The visitor after the browser has stored the cookie of a Set-Cookie header. */
export function withCookie(visitor: Visitor, setCookie: string): Visitor {
  const [pair = ""] = setCookie.split(";");
  const start = pair.slice(0, pair.indexOf("=") + 1);
  const others = (visitor.cookies ?? "")
    .split(/;\s*/)
    .filter((each) => each !== "" && !each.startsWith(start));
  return { ...visitor, cookies: [...others, pair].join("; ") };
}

const day = 24 * 60 * 60;
const deviceCookie = "device";
const signUpCookie = "sign-up";
const resetCookie = "reset";

/** The keyed hash of the client address. It allows comparing sources without storing addresses. */
export function hashSource(config: Config, { address }: Visitor): string {
  return keyedHash(config.appSecret, "source", address);
}

/**
 * The ID of this browser if the owner of the email address has logged in from it before. Failed
 * attempts by other people don't count against it. Several people can share a browser.
 */
export function findKnownDevice(
  config: Config,
  visitor: Visitor,
  email: string,
): string | undefined {
  const cookie = readCookie(config, visitor.cookies, deviceCookie);
  return readSignedEntry(config, "device", cookie, email);
}

/** The Set-Cookie header that marks this browser as known for the email address, for one year. */
export function writeKnownDevice(config: Config, visitor: Visitor, email: string): string {
  const cookie = readCookie(config, visitor.cookies, deviceCookie);
  const device = findKnownDevice(config, visitor, email) ?? randomToken();
  const value = addSignedEntry(config, "device", cookie, device, email);
  return writeCookie(config, deviceCookie, value, 365 * day);
}

/** The ID of the sign-up that this browser requested for this email address. */
export function findOwnSignUp(config: Config, visitor: Visitor, email: string): string | undefined {
  const cookie = readCookie(config, visitor.cookies, signUpCookie);
  return readSignedEntry(config, "sign-up", cookie, email);
}

/** The Set-Cookie header that binds a sign-up and its codes to this browser. */
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

/** The Set-Cookie header that removes the sign-up once it is verified. */
export function forgetOwnSignUp(config: Config, visitor: Visitor, email: string): string {
  const cookie = readCookie(config, visitor.cookies, signUpCookie);
  const value = removeSignedEntry(config, "sign-up", cookie, email);
  return writeCookie(config, signUpCookie, value, value ? day : 0);
}

/** The ID under which this browser requests reset codes, if it has requested any. */
export function findResetBrowser(config: Config, visitor: Visitor): string | undefined {
  return readSignedValue(config, "reset", readCookie(config, visitor.cookies, resetCookie));
}

/** The Set-Cookie header that binds reset codes to the browser that requests them. */
export function writeResetBrowser(config: Config, browserId: string): string {
  return writeCookie(config, resetCookie, signValue(config, "reset", browserId), day);
}
