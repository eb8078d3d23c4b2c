import { isIP, isIPv6 } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context as HonoContext } from "hono";

/** The address that limits count a call of the API by. */
export function readClientAddress(c: HonoContext, trustProxy: number): string {
  return findClientAddress(findSocketAddress(c), c.req.header("x-forwarded-for"), trustProxy);
}

/**
 * The address for rate limits. Behind `trustProxy` proxies, it is the entry of X-Forwarded-For that the
 * outermost trusted one wrote. Entries to the left of it were sent by the client and aren't trusted.
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
  // Calls made in-process, as pages and tests make them, have no socket.
  const hasSocket = c.env && "incoming" in c.env;
  return (hasSocket ? getConnInfo(c).remote.address : c.env?.page?.address) ?? "127.0.0.1";
}

/** IPv4 as it is; IPv6 by its /64, since one customer holds that many addresses. */
export function toCountedAddress(address: string): string {
  const plain = address.split("%")[0] ?? address;
  if (!isIPv6(plain)) return plain;
  // The parser of URLs knows one spelling for each address.
  const [head = "", tail = ""] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const start = head === "" ? [] : head.split(":");
  const end = tail === "" ? [] : tail.split(":");
  const groups = [...start, ...Array<string>(8 - start.length - end.length).fill("0"), ...end];
  return toMappedIPv4(groups) ?? `${groups.slice(0, 4).join(":")}::/64`;
}

/** The IPv4 address inside an IPv6 one (`::ffff:1.2.3.4`), if there is one. */
function toMappedIPv4(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return undefined;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join(".");
}

/**
 * The address in an entry of X-Forwarded-For. Some proxies write the client's port beside it, which
 * is another one for every connection: `1.2.3.4:567`, `[::1]:80`. Undefined when there is none.
 */
function readForwarded(entry: string): string | undefined {
  const unquoted = entry.replaceAll('"', "").trim();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(unquoted)?.[1];
  const address = bracketed ?? unquoted.replace(/^([^:]+):\d+$/, "$1");
  return isIP(address.split("%")[0] ?? "") === 0 ? undefined : address;
}
