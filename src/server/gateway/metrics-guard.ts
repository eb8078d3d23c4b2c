/**
 * Restricts /metrics to programs on this machine that connect to this process directly. Requests
 * through a proxy on the same machine have the same address. So the request must have no headers
 * that a proxy may have added, must name this machine as its host, and on a live server must have a
 * token, which visitors behind a proxy don't know.
 */
import type { IncomingMessage } from "node:http";
import type { Config } from "../config/config.ts";
import { equalHashes } from "../crypto.ts";

export type MetricsConfig = Pick<Config, "env" | "metricsToken">;

/**
 * The headers that programs and browsers send. Proxies add headers with arbitrary names
 * (`x-envoy-…`, `fly-client-ip`), so all other headers are treated as added by a proxy.
 */
const usual =
  /^(host|connection|keep-alive|user-agent|accept|accept-(charset|encoding|language)|authorization|cookie|cache-control|pragma|if-none-match|if-modified-since|referer|dnt|priority|upgrade-insecure-requests|sec-(ch|fetch)-[a-z-]+|sec-(ch-ua|gpc)|traceparent|tracestate|x-prometheus-scrape-timeout-seconds)$/;
const localName = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

export function mayReadMetrics(
  config: MetricsConfig,
  { socket, headers }: IncomingMessage,
): boolean {
  if (!isLoopback(socket.remoteAddress) || !isLoopback(socket.localAddress)) return false;
  if (!localName.test(headers.host ?? "")) return false;
  if (!Object.keys(headers).every((name) => usual.test(name))) return false;
  if (config.metricsToken === undefined) return config.env !== "live";
  return equalHashes(headers.authorization ?? "", `Bearer ${config.metricsToken}`);
}

const isLoopback = (address = ""): boolean => /^(::ffff:)?127\.|^::1$/.test(address);
