/**
 * Restricts /metrics to programs on this machine that connect to this process directly. A proxy on the
 * same machine looks the same, so the request must not have any header that proxies usually add, must
 * name this machine as its host, and on a live server must contain a token, which no visitor behind a
 * proxy has.
 */
import type { IncomingMessage } from "node:http";
import type { Config } from "../config/config.ts";
import { equalHashes } from "../crypto.ts";

export type MetricsConfig = Pick<Config, "env" | "metricsToken">;

const forwarding = /^(x-forwarded|x-real-ip|x-client|x-original|forwarded|via|true-client|cf-)/;
const localName = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

export function mayReadMetrics(
  config: MetricsConfig,
  { socket, headers }: IncomingMessage,
): boolean {
  if (!isLoopback(socket.remoteAddress) || !isLoopback(socket.localAddress)) return false;
  if (!localName.test(headers.host ?? "")) return false;
  if (Object.keys(headers).some((name) => forwarding.test(name))) return false;
  if (config.metricsToken === undefined) return config.env !== "live";
  return equalHashes(headers.authorization ?? "", `Bearer ${config.metricsToken}`);
}

const isLoopback = (address = ""): boolean => /^(::ffff:)?127\.|^::1$/.test(address);
