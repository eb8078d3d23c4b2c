/** The path and the query of a request in canonical form. */

export interface Target {
  /** Canonical, so that logs, cache keys and routes always see the same path. */
  path: string;
  /** Without the question mark. */
  query: string;
}

/**
 * Splits a request's URL and normalizes the path according to RFC 3986: unnecessary
 * percent-encoding is decoded, the rest is in upper case, dot segments are resolved and repeated
 * slashes merged. Returns undefined if no handler can process it: it isn't a path, is badly
 * encoded, or contains control characters or backslashes.
 */
export function readTarget(url: string | undefined): Target | undefined {
  if (url === undefined) return undefined;
  if (url.charCodeAt(0) !== slash) return readAbsolute(url);
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? "" : url.slice(mark + 1);
  const canonical = isCanonical(path) ? path : canonicalize(path);
  if (canonical === undefined || /\p{Cc}|%00/u.test(query)) return undefined;
  return { path: canonical, query };
}

/** A name or an address, and optionally a port. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The last usable host. Nearly all requests have the same one, and parsing it isn't free. */
let usableHost: string | undefined;

/**
 * Whether handlers can build a URL with the Host header. Without it, only HTTP/1.0 is accepted.
 * @param minor the minor version of HTTP/1.
 */
export function isUsableHost(host: string | undefined, minor: number): boolean {
  if (host === undefined) return minor === 0;
  if (host === usableHost) return true;
  const isUsable = hostForm.test(host) && URL.canParse(`http://${host}`);
  if (isUsable) usableHost = host;
  return isUsable;
}

/** The path and the query as one URL. */
export const writeTarget = ({ path, query }: Target): string =>
  query === "" ? path : `${path}?${query}`;

const slash = 47;

/** Characters that RFC 3986 allows unencoded in a path. */
const plainPath = /^[\w.~!$&'()*+,;=:@/-]*$/;
const otherCharacters = /[^\w.~!$&'()*+,;=:@-]/gu;

const isCanonical = (path: string): boolean =>
  plainPath.test(path) && !path.includes("//") && !path.includes("/.");

function canonicalize(path: string): string | undefined {
  const segments: string[] = [];
  const parts = path.split("/").slice(1);
  for (const part of parts) {
    const segment = decode(part);
    if (segment === undefined || /[\p{Cc}\\]/u.test(segment) || part.includes("#")) {
      return undefined;
    }
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(encode(segment));
  }
  const end = parts.at(-1) === "" && segments.length > 0 ? "/" : "";
  return `/${segments.join("/")}${end}`;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

const encode = (segment: string): string =>
  segment.replaceAll(otherCharacters, (character) => encodeURIComponent(character));

/** Proxies may send an absolute URL. Its host is ignored. */
function readAbsolute(url: string): Target | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  return readTarget(pathname + search);
}
