import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { sandboxPrices } from "#lib/plans/sandbox-prices.ts";

export interface SandboxConfig {
  /** Port of the HTTP listener on 127.0.0.1. 0 means any free port. */
  port: number;
  /** Port of the SMTP listener on 127.0.0.1. 0 means any free port. */
  smtpPort: number;
  /** The folder for the sandbox's data. */
  dataDir: string;
  /** The origin that receives webhooks. It must be on this machine. */
  webhookBase: string;
  /** False if no webhook endpoint is registered, so that no events are sent. Default: true. */
  sendsWebhooks?: boolean;
  /**
   * The origin at which people reach the site. Providers store the site's addresses with this
   * origin.
   */
  appUrl: string;
  stripe: {
    secretKey: string;
    webhookSecret: string;
    /** The IDs of the prices of the platform's own plan. */
    prices: { month: string; year: string };
  };
  zoom: { clientId: string; clientSecret: string; webhookSecret: string };
}

/** The providers whose APIs the sandbox implements and whose webhooks it sends. */
export const sandboxProviders = ["stripe", "zoom"] as const;
export type SandboxProvider = (typeof sandboxProviders)[number];

type Environment = Record<string, string | undefined>;

/**
 * Reads the sandbox's settings. The default secrets work only on this machine.
 * @throws Error that lists all problems.
 */
export function getSandboxConfig(env: Environment): SandboxConfig {
  const problems: string[] = [];
  const sitePort = readPort(env, "PORT", 4321, problems);
  const port = readPort(env, "SANDBOX_PORT", sitePort + 1, problems);
  const smtpPort = readPort(env, "SANDBOX_SMTP_PORT", port === 0 ? 0 : port + 1, problems);
  const host = env.HOST || "127.0.0.1";
  const webhookBase = env.SANDBOX_WEBHOOK_BASE
    ? readLocalOrigin(env.SANDBOX_WEBHOOK_BASE, host, problems)
    : readLocalOrigin(`http://${isIPv6(host) ? `[${host}]` : host}:${sitePort}`, host, problems);
  const appUrl = readAppUrl(env.APP_URL, webhookBase, problems);
  if (problems.length > 0) throw new Error(`The sandbox can't start:\n- ${problems.join("\n- ")}`);
  return {
    port,
    smtpPort,
    dataDir: join(env.DATA_DIR || ".data", "sandbox"),
    webhookBase,
    appUrl,
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY || "sk_test_sandbox",
      webhookSecret: env.STRIPE_WEBHOOK_SECRET || "whsec_sandbox",
      prices: {
        month: env.STRIPE_PRICE_MONTH || sandboxPrices.month,
        year: env.STRIPE_PRICE_YEAR || sandboxPrices.year,
      },
    },
    zoom: {
      clientId: env.ZOOM_CLIENT_ID || "sandbox-client",
      clientSecret: env.ZOOM_CLIENT_SECRET || "sandbox-secret",
      webhookSecret: env.ZOOM_WEBHOOK_SECRET || "sandbox-webhook-secret",
    },
  };
}

function readPort(env: Environment, name: string, fallback: number, problems: string[]): number {
  const text = env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  problems.push(`${name} is not a port number: ${text}`);
  return fallback;
}

function readAppUrl(text: string | undefined, fallback: string, problems: string[]): string {
  if (!text) return fallback;
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  problems.push(`APP_URL must be an http or https address: ${text}`);
  return fallback;
}

/** The site's origin, with the loopback address if the site listens on all interfaces. */
function readLocalOrigin(text: string, host: string, problems: string[]): string {
  const url = URL.parse(text);
  if (url?.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url?.hostname === "[::]") url.hostname = "[::1]";
  if (url?.protocol !== "http:" || !isThisMachine(url.hostname, host)) {
    problems.push(`SANDBOX_WEBHOOK_BASE must be an http address on this machine: ${text}`);
    return "";
  }
  if (url.pathname !== "/" || url.search || url.hash) {
    problems.push(`SANDBOX_WEBHOOK_BASE must hold no path: ${text}`);
  }
  return url.origin;
}

/** @param host the host that the site listens on, which can be any name of this machine. */
function isThisMachine(hostname: string, host: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, "");
  if (name === "localhost" || name === host.toLowerCase() || /^127(\.\d+){3}$/.test(name))
    return true;
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return name === "::1" || interfaces.some(({ address }) => address === name);
}
