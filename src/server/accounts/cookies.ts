import { parse, serialize } from "hono/utils/cookie";
import type { Config } from "../config.ts";
import { equalHashes, keyedHash } from "../keyed-hash.ts";

/** On https the browser itself holds the cookie to this host, to https and to the whole site. */
export function cookieName(config: Pick<Config, "https">, name: string): string {
  return `${config.https ? "__Host-" : ""}halaqa-${name}`;
}

/** The Set-Cookie header of a cookie that scripts never see and foreign pages can't send along. */
export function writeCookie(config: Config, name: string, value: string, seconds: number): string {
  return serialize(cookieName(config, name), value, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: config.https,
    maxAge: Math.max(0, Math.floor(seconds)),
  });
}

/** The value of a cookie in a Cookie header, if there is one. */
export function readCookie(
  config: Pick<Config, "https">,
  header: string | null | undefined,
  name: string,
): string | undefined {
  const fullName = cookieName(config, name);
  return parse(header ?? "", fullName)[fullName] || undefined;
}

/** A value with a tag that only we can make, for what the browser keeps on our behalf. */
export function signValue(config: Config, purpose: string, value: string, boundTo = ""): string {
  return `${value}.${keyedHash(config.appSecret, purpose, `${value} ${boundTo}`)}`;
}

/** Reverses `signValue`; undefined when the value or what it is bound to is another. */
export function readSignedValue(
  config: Config,
  purpose: string,
  signed: string | undefined,
  boundTo = "",
): string | undefined {
  const end = signed?.lastIndexOf(".") ?? -1;
  if (signed === undefined || end < 1) return undefined;
  const value = signed.slice(0, end);
  return equalHashes(signed, signValue(config, purpose, value, boundTo)) ? value : undefined;
}
