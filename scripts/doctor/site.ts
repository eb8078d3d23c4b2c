/** Checks the site's public address, and whether TRUST_PROXY fits the proxies in front of it. */
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { BlockList, createServer, isIPv6 } from "node:net";
import type pg from "pg";
import { logInByAddress } from "#server/accounts/limits.ts";
import type { Config } from "#server/config/config.ts";
import { type Finding, good, problem, reasonOf, unchecked } from "./finding.ts";

export async function checkSite(config: Pick<Config, "appUrl">): Promise<Finding[]> {
  const { appUrl } = config;
  try {
    const response = await send(`${appUrl}/readyz`);
    if (response.ok) return [good(`The site answers at ${appUrl}.`)];
    return [
      problem(
        `${appUrl}/readyz answers with status ${response.status}. 503 means that the site is starting or can't reach its database; anything else, that APP_URL or the proxy leads to another program.`,
      ),
    ];
  } catch (error) {
    return [
      problem(
        `The site can't be reached at ${appUrl}: ${reasonOf(error)}. Start it, and check APP_URL, DNS, the certificate and the proxy.`,
      ),
    ];
  }
}

/** Whether a server on this machine can listen at the address, by listening at a free port of it. */
export async function checkHost({ host }: Pick<Config, "host">): Promise<Finding[]> {
  const server = createServer();
  try {
    server.listen({ host, port: 0 });
    await once(server, "listening");
    return [];
  } catch (error) {
    return [
      problem(
        `The site can't listen at HOST=${host}: ${reasonOf(error)}. Set it to 0.0.0.0 for all addresses of this machine, or to 127.0.0.1 if a proxy on the same machine leads to the site.`,
      ),
    ];
  } finally {
    if (server.listening) server.close();
  }
}

/**
 * Sends a log-in that fails, with a client address that a proxy must not trust, and looks up by
 * which address the site counted it.
 *
 * @param pool the database of the running site.
 * @param request how the site is reached.
 */
export async function checkProxies(
  { appUrl, trustProxy }: Pick<Config, "appUrl" | "trustProxy">,
  pool: pg.Pool,
  request: typeof send = send,
): Promise<Finding[]> {
  // RFC 5737 reserves these addresses, so no visitor has one.
  const invented = `192.0.2.${randomInt(1, 255)}`;
  const before = await countLogIns(pool);
  try {
    await request(`${appUrl}/api/auth/login`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: appUrl,
        "x-forwarded-for": invented,
      },
      body: JSON.stringify({ email: `${randomUUID()}@doctor.invalid`, password: randomUUID() }),
    });
  } catch (error) {
    return [unchecked(`The site can't be reached: ${reasonOf(error)}`)];
  }
  const after = await countLogIns(pool);
  const counted = [...after].filter(([address, points]) => points > (before.get(address) ?? 0));
  const addresses = counted.map(([address]) => address);
  const [address] = addresses;
  if (address === undefined) {
    return [unchecked("The site didn't count the test. Does it use this database?")];
  }
  if (addresses.length > 1 && !addresses.includes(invented)) {
    return [unchecked("Others logged in during the test. Repeat it at a quieter time.")];
  }
  const variable = `TRUST_PROXY=${trustProxy}`;
  if (addresses.includes(invented)) {
    return [
      problem(
        `${variable} is too high: visitors can choose the address by which limits count them. Set it to the number of proxies in front of the site.`,
      ),
    ];
  }
  if (isInternal(address) && !isInternal(new URL(appUrl).hostname)) {
    return [
      problem(
        `${variable} is too low: limits count all visitors by the address of a proxy, ${address}. Set it to the number of proxies in front of the site.`,
      ),
    ];
  }
  return [
    good(
      `${variable}: the site counted this machine as ${address} and ignored an invented address.`,
    ),
  ];
}

/** How many log-ins count against each client address. */
async function countLogIns(pool: pg.Pool): Promise<Map<string, number>> {
  const prefix = `${logInByAddress.name}:`;
  const { rows } = await pool.query<{ key: string; points: number }>(
    "select key, points from rate_limits where starts_with(key, $1) and expire > $2",
    [prefix, Date.now()],
  );
  return new Map(rows.map(({ key, points }) => [key.slice(prefix.length), points]));
}

const send = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(10_000) });

const internal = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  internal.addSubnet(network, bits);
}
internal.addSubnet("fc00::", 7, "ipv6");
internal.addSubnet("fe80::", 10, "ipv6");
internal.addAddress("::1", "ipv6");

/** Whether the host is an address of a private network or of this machine. */
function isInternal(host: string): boolean {
  if (host === "localhost") return true;
  // IPv6 addresses are counted by their /64.
  const address = host.replace(/^\[|\]$/g, "").replace(/\/64$/, "");
  if (isIPv6(address)) return internal.check(address, "ipv6");
  return internal.check(address);
}
