/** Who stands at the door: what a call tells about the browser before anybody is signed in. */
import type { Context as HonoContext } from "hono";
import type { Config } from "../config.ts";
import type { AppEnv } from "../http/app-env.ts";
import { randomToken } from "../keyed-hash.ts";
import { readCookie, readSignedValue, signValue, writeCookie } from "./cookies.ts";

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

/**
 * The name of this browser if the owner of the address has signed in from it before: strangers'
 * wrong tries don't count against it.
 */
export function findKnownDevice(
  config: Config,
  visitor: Visitor,
  email: string,
): string | undefined {
  const cookie = readCookie(config, visitor.cookies, deviceCookie);
  return readSignedValue(config, "device", cookie, email);
}

/** The Set-Cookie header that makes this browser known for the address, for a year. */
export function writeKnownDevice(config: Config, visitor: Visitor, email: string): string {
  const device = findKnownDevice(config, visitor, email) ?? randomToken();
  return writeCookie(config, deviceCookie, signValue(config, "device", device, email), 365 * day);
}

/** The sign-up that this browser asked for. */
export function findOwnSignUp(config: Config, visitor: Visitor): string | undefined {
  return readSignedValue(config, "sign-up", readCookie(config, visitor.cookies, signUpCookie));
}

/** The Set-Cookie header that binds a sign-up, and thereby its codes, to this browser. */
export function writeOwnSignUp(config: Config, signUpId: string): string {
  return writeCookie(config, signUpCookie, signValue(config, "sign-up", signUpId), day);
}

/** The Set-Cookie header that forgets the sign-up once it is verified. */
export function forgetOwnSignUp(config: Config): string {
  return writeCookie(config, signUpCookie, "", 0);
}
