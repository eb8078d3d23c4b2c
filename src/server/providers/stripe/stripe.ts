import Stripe from "stripe";
import type { Config } from "../../config/config.ts";

/**
 * Timeout in milliseconds for one attempt of a call. The SDK's default of 80 s would keep people
 * waiting.
 */
const tryTimeoutMs = 4_000;

/**
 * Creates Stripe's official client for the configured address: the live service, a proxy or the
 * sandbox.
 */
export function createStripe({
  apiBase,
  secretKey,
}: Pick<Config["stripe"], "apiBase" | "secretKey">): Stripe {
  const url = new URL(apiBase);
  const protocol = url.protocol === "http:" ? "http" : "https";
  return new Stripe(secretKey, {
    protocol,
    host: url.hostname,
    port: url.port === "" ? (protocol === "http" ? 80 : 443) : Number(url.port),
    timeout: tryTimeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}
