import type { IncomingMessage } from "node:http";
import { isIP, isIPv6 } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context as HonoContext } from "hono";

/** The client address that limits count an API call against. */
export function readClientAddress(c: HonoContext, trustProxy: number): string {
  return findClientAddress(findSocketAddress(c), c.req.header("x-forwarded-for"), trustProxy);
}

/** The client address that limits count a request to the gateway against. */
export function findRequestAddress(
  { socket, headers }: IncomingMessage,
  trustProxy: number,
): string {
  const forwardedFor = headers["x-forwarded-for"];
  return findClientAddress(
    socket.remoteAddress ?? "gone",
    Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor,
    trustProxy,
  );
}

/**
 * The client address for rate limits. Behind `trustProxy` proxies, it is the X-Forwarded-For entry
 * that the outermost trusted proxy added. Entries to the left of it come from the client and aren't
 * trusted.
 */
export function findClientAddress(
  direct: string,
  forwardedFor: string | null | undefined,
  trustProxy: number,
): string {
  if (trustProxy === 0) return toCountedAddress(direct);
  const forwarded = (forwardedFor ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return toCountedAddress(readForwarded(forwarded.at(-trustProxy) ?? "") ?? direct);
}

function findSocketAddress(c: HonoContext): string {
  // In-process calls by pages and tests have no socket.
  const hasSocket = c.env && "incoming" in c.env;
  return (hasSocket ? getConnInfo(c).remote.address : c.env?.page?.address) ?? "127.0.0.1";
}

/**
 * Returns IPv4 addresses unchanged, and the /64 of IPv6 addresses, because one customer has all
 * addresses in it.
 */
export function toCountedAddress(address: string): string {
  const plain = address.split("%")[0] ?? address;
  if (!isIPv6(plain)) return plain;
  // The URL parser normalizes the address.
  const [head = "", tail = ""] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const start = head === "" ? [] : head.split(":");
  const end = tail === "" ? [] : tail.split(":");
  const groups = [...start, ...Array<string>(8 - start.length - end.length).fill("0"), ...end];
  return toMappedIPv4(groups) ?? `${groups.slice(0, 4).join(":")}::/64`;
}

/** The IPv4 address mapped into an IPv6 address (`::ffff:1.2.3.4`), if there is one. */
function toMappedIPv4(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return undefined;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join(".");
}

/**
 * The address in an X-Forwarded-For entry. Some proxies append the client's port, which changes
 * with every connection: `1.2.3.4:567`, `[::1]:80`. Undefined if there is no valid address.
 */
function readForwarded(entry: string): string | undefined {
  const unquoted = entry.replaceAll('"', "").trim();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(unquoted)?.[1];
  const address = bracketed ?? unquoted.replace(/^([^:]+):\d+$/, "$1");
  return isIP(address.split("%")[0] ?? "") === 0 ? undefined : address;
}

interface PageRequest {
  /** Throws in Astro if the client has already disconnected. */
  readonly clientAddress: string;
  request: Request;
}

/** The client address of a page's request. All clients that have disconnected share one. */
export function findPageAddress(page: PageRequest, trustProxy: number): string {
  const forwardedFor = page.request.headers.get("x-forwarded-for");
  return findClientAddress(readSocketAddress(page), forwardedFor, trustProxy);
}

function readSocketAddress(page: PageRequest): string {
  try {
    return page.clientAddress;
  } catch {
    return "gone";
  }
}
