import { parse, serialize } from "hono/utils/cookie";
import type { Config } from "../../config/config.ts";
import { equalHashes, keyedHash } from "../../crypto.ts";

/**
 * With HTTPS, the `__Host-` prefix makes browsers restrict the cookie to this host, HTTPS and the
 * root path.
 */
export function cookieName(config: Pick<Config, "https">, name: string): string {
  return `${config.https ? "__Host-" : ""}halaqa-${name}`;
}

/**
 * The Set-Cookie header of a cookie that is hidden from scripts and not sent with cross-site
 * requests.
 */
export function writeCookie(config: Config, name: string, value: string, seconds: number): string {
  return serialize(cookieName(config, name), value, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: config.https,
    maxAge: Math.max(0, Math.floor(seconds)),
  });
}

/** The value of a cookie in a Cookie header, if it is present. */
export function readCookie(
  config: Pick<Config, "https">,
  header: string | null | undefined,
  name: string,
): string | undefined {
  const fullName = cookieName(config, name);
  return parse(header ?? "", fullName)[fullName] || undefined;
}

/** Appends a keyed hash to a value that a cookie stores, so that we can detect forgeries. */
export function signValue(config: Config, purpose: string, value: string, boundTo = ""): string {
  return `${value}.${keyedHash(config.appSecret, purpose, `${value} ${boundTo}`)}`;
}

/** Reverses `signValue`. Undefined if the value was changed or is bound to something else. */
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

/**
 * The maximum number of entries in a cookie that holds several, because browsers send it with every
 * request.
 */
const maxEntries = 6;
const separator = "~";

/**
 * Finds the signed value bound to `boundTo` among the entries of a cookie, for example the entry of
 * one of several people who share a browser.
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

/** Adds a signed value as the first entry of a cookie. The oldest entries are removed. */
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

/** The cookie without the entries bound to `boundTo`. */
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
