import { parse, serialize } from "hono/utils/cookie";
import type { Config } from "../../config/config.ts";
import { equalHashes, keyedHash } from "../../crypto.ts";

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

/** How many entries a cookie with several keeps: browsers send each with every request. */
const maxEntries = 6;
const separator = "~";

/**
 * Finds the signed value that is bound to `boundTo` among the entries of a cookie, e.g. that of one
 * of several people who share a browser.
 */
export function readSignedEntry(
  config: Config,
  purpose: string,
  cookie: string | undefined,
  boundTo: string,
): string | undefined {
  for (const entry of (cookie ?? "").split(separator).slice(0, maxEntries)) {
    const value = readSignedValue(config, purpose, entry, boundTo);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Puts a signed value first among the entries of a cookie; the oldest entries are dropped. */
export function addSignedEntry(
  config: Config,
  purpose: string,
  cookie: string | undefined,
  value: string,
  boundTo: string,
): string {
  return [
    signValue(config, purpose, value, boundTo),
    ...listOtherEntries(config, purpose, cookie, boundTo),
  ]
    .slice(0, maxEntries)
    .join(separator);
}

/** The cookie without the entries that are bound to `boundTo`. */
export function removeSignedEntry(
  config: Config,
  purpose: string,
  cookie: string | undefined,
  boundTo: string,
): string {
  return listOtherEntries(config, purpose, cookie, boundTo).join(separator);
}

function listOtherEntries(
  config: Config,
  purpose: string,
  cookie: string | undefined,
  boundTo: string,
): string[] {
  return (cookie ?? "")
    .split(separator)
    .slice(0, maxEntries)
    .filter((entry) => entry && readSignedValue(config, purpose, entry, boundTo) === undefined)
    .filter((entry) => entry.length <= 200);
}
