/** Starts the sandbox, which replaces the providers that aren't configured. */
import { join } from "node:path";
import type { Config } from "#server/config/config.ts";
import type { Secrets } from "#server/config/secrets.ts";
import { type Child, firstMessage, startChild } from "./support/child.ts";
import { localHost, refuseTakenPort } from "./support/environment.ts";

export interface RunningSandbox {
  child: Child;
  /** The variables that the server needs to reach the sandbox. */
  env: { SANDBOX_PORT: string; SANDBOX_SMTP_PORT: string };
}

export function needsSandbox(config: Config): boolean {
  const { stripe, zoom, mail, audio } = config;
  return stripe.sandbox || zoom.sandbox || mail.sandbox || audio?.sandbox === true;
}

/** Starts the sandbox and resolves once it listens. Its own settings come from `env`. */
export async function startSandbox(
  config: Config,
  secrets: Secrets,
  env: NodeJS.ProcessEnv = process.env,
): Promise<RunningSandbox> {
  const program = join(import.meta.dirname, "..", "src", "sandbox", "main.ts");
  await refuseTakenPort("SANDBOX_PORT", sandboxPort(config, env));
  const child = startChild("sandbox", [program], sandboxEnvironment(config, secrets, env));
  const { port, smtpPort } = await firstMessage<{ port: number; smtpPort: number }>(child);
  return { child, env: { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort) } };
}

const sandboxPort = ({ port }: Config, env: NodeJS.ProcessEnv) =>
  Number(env.SANDBOX_PORT || port + 1);

/**
 * Passes on only what the sandbox needs. It must not get the keys of real providers or the
 * database.
 */
function sandboxEnvironment(
  config: Config,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const { PATH, HOME, TZ, NODE_OPTIONS, NODE_COMPILE_CACHE, SANDBOX_SMTP_PORT } = env;
  const stripe = config.stripe.sandbox ? config.stripe : undefined;
  const zoom = config.zoom.sandbox ? config.zoom : undefined;
  return {
    PATH,
    HOME,
    TZ,
    NODE_OPTIONS,
    NODE_COMPILE_CACHE,
    NODE_ENV: "production",
    HOST: config.host,
    PORT: String(config.port),
    APP_URL: config.appUrl,
    DATA_DIR: config.dataDir,
    SANDBOX_PORT: String(sandboxPort(config, env)),
    // Any free port, because other programs may use the next ones.
    SANDBOX_SMTP_PORT: SANDBOX_SMTP_PORT || "0",
    SANDBOX_WEBHOOK_BASE: env.SANDBOX_WEBHOOK_BASE || localAddress(config),
    STRIPE_SECRET_KEY: stripe?.secretKey ?? secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: stripe?.webhookSecret ?? secrets.stripeWebhookSecret,
    STRIPE_PRICE_MONTH: config.stripe.prices.month,
    STRIPE_PRICE_YEAR: config.stripe.prices.year,
    ZOOM_CLIENT_ID: zoom?.clientId ?? secrets.zoomClientId,
    ZOOM_CLIENT_SECRET: zoom?.clientSecret ?? secrets.zoomClientSecret,
    ZOOM_WEBHOOK_SECRET: zoom?.webhookSecret ?? secrets.zoomWebhookSecret,
  };
}

/** The origin at which this machine reaches the site, even if it listens on all interfaces. */
export function localAddress({ host, port }: Pick<Config, "host" | "port">): string {
  const name = localHost(host);
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
