import { isIPv6 } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context as HonoContext } from "hono";

/** The address that limits count a call of the API by. */
export function readClientAddress(c: HonoContext, trustProxy: number): string {
  return findClientAddress(findSocketAddress(c), c.req.header("x-forwarded-for"), trustProxy);
}

/**
 * The address that limits count by. Behind `trustProxy` proxies it is the entry of
 * X-Forwarded-For that the outermost trusted one wrote; whatever stands left of it is the
 * client's own claim and is not believed.
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
  return toCountedAddress(forwarded.at(-trustProxy) ?? direct);
}

function findSocketAddress(c: HonoContext): string {
  // Calls made in-process, as tests make them, have no socket.
  const hasSocket = c.env && "incoming" in c.env;
  return (hasSocket ? getConnInfo(c).remote.address : undefined) ?? "127.0.0.1";
}

/** IPv4 as it is; IPv6 by its /64, since one customer holds that many addresses. */
export function toCountedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const plain = address.split("%")[0] ?? address;
  if (!isIPv6(plain)) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const start = head === "" ? [] : head.split(":");
  const end = tail === "" ? [] : tail.split(":");
  const zeros = plain.includes("::") ? Array<string>(8 - start.length - end.length).fill("0") : [];
  const groups = [...start, ...zeros, ...end].map((group) => Number.parseInt(group, 16));
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}
