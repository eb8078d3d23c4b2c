/**
 * The configuration of a process, parsed from environment variables. If they are invalid, startup
 * fails with a single message that lists all problems.
 */

import { completeLanguages, type Language } from "#lib/languages.ts";
import { sandboxPrices } from "#lib/plans/sandbox-prices.ts";
import { type AudioConfig, readAudioConfig } from "./audio.ts";
import { type BackupConfig, getBackup } from "./backup.ts";
import { ConfigError } from "./config-error.ts";
import { type Environment, parseEnvironment, type Variables } from "./environment.ts";
import { listQuranEditions } from "./quran-editions.ts";
import { findMissingS3Keys, getS3, type S3Config } from "./s3.ts";

export interface Config {
  /**
   * `demo` uses the sandbox for providers that aren't configured. `live` fails to start without
   * them.
   */
  env: "demo" | "live";
  host: string;
  port: number;
  /** The public origin, without a trailing slash. */
  appUrl: string;
  /** Origins that may make cookie-authenticated calls. */
  ownOrigins: string[];
  /** Whether the public URL is HTTPS. Enables the `__Host-` prefix, Secure cookies and HSTS. */
  https: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  seed: "demo" | "none";
  appKey: string;
  /** The master secret from which the keys for hashing and encryption are derived. */
  appSecret: string;
  /** The previous master secret, so that data encrypted with it can still be read. */
  previousAppSecret: string | undefined;
  stripe: {
    apiBase: string;
    secretKey: string;
    webhookSecret: string;
    /** The secret of the endpoint for events of teachers' accounts, if it differs. */
    connectWebhookSecret?: string;
    /** The country of the platform's own account: two letters. */
    country: string;
    /** The IDs of the premium plan's prices. */
    prices: { month: string; year: string };
    sandbox: boolean;
  };
  zoom: {
    oauthBase: string;
    apiBase: string;
    clientId: string;
    clientSecret: string;
    webhookSecret: string;
    sandbox: boolean;
  };
  mail: { smtpUrl: string; from: string; sandbox: boolean };
  /** The sandbox's own address. Undefined if it replaces no provider. */
  sandboxUrl: string | undefined;
  s3: S3Config | undefined;
  /** Multiplies all rate limits and shortens cooldowns, for load tests. */
  rateLimitFactor: number;
  /** The number of proxies whose X-Forwarded-For entries are trusted. */
  trustProxy: number;
  /** The days for which a first subscription is free. 0 means none. */
  planTrialDays: number;
  /** The platform's share of every paid enrollment, in percent. */
  platformFeePercent: number;
  /** IDs of the editions of the Quran that are shown. */
  quranEditions: readonly string[];
  /** The languages of the interface that people can choose. */
  languages: readonly Language[];
  /** Missing if the site offers no audio. */
  audio: AudioConfig | undefined;
  logLevel: string;
  /** Who is notified of log lines that require someone to act. */
  alerts: { emails: readonly string[]; webhookUrl: string | undefined };
  /** The token that /metrics requires. Without it, nobody can read the metrics of a live server. */
  metricsToken: string | undefined;
  /** A project of Sentry or a compatible service, which gets the errors of the log. */
  sentryDsn: string | undefined;
  backup: BackupConfig;
}

/**
 * Reads the environment. `secrets` are the generated secrets of the data folder. They are used
 * where the environment has none.
 *
 * @throws ConfigError that lists all problems.
 */
export function getConfig(variables: Variables, secrets: ConfigSecrets): Config {
  const { environment, problems } = parseEnvironment(variables);
  const { APP_ENV: env, PORT: port } = environment;
  const { audio, problems: audioProblems } = readAudioConfig(environment, sandboxUrl(environment));
  const appUrl = environment.APP_URL ?? `http://localhost:${port}`;
  const config: Config = {
    env,
    host: environment.HOST,
    port,
    appUrl,
    ownOrigins: listOwnOrigins(env, appUrl, port),
    https: appUrl.startsWith("https:"),
    dataDir: environment.DATA_DIR,
    databaseUrl: environment.DATABASE_URL,
    seed: environment.SEED ?? (env === "live" ? "none" : "demo"),
    appKey: environment.APP_KEY,
    appSecret: environment.APP_SECRET ?? secrets.appSecret,
    previousAppSecret: environment.APP_SECRET_PREVIOUS,
    ...getProviders(environment, secrets),
    s3: getS3(environment),
    rateLimitFactor: environment.RATE_LIMIT_FACTOR,
    trustProxy: environment.TRUST_PROXY,
    planTrialDays: environment.PLAN_TRIAL_DAYS,
    platformFeePercent: environment.PLATFORM_FEE_PERCENT,
    quranEditions: listQuranEditions(environment),
    languages: environment.LANGUAGES ?? completeLanguages,
    audio,
    logLevel: environment.LOG_LEVEL,
    alerts: { emails: environment.ALERT_EMAILS, webhookUrl: environment.ALERT_WEBHOOK_URL },
    metricsToken: environment.METRICS_TOKEN,
    sentryDsn: environment.SENTRY_DSN,
    backup: getBackup(environment),
  };
  problems.push(...audioProblems, ...findMissingS3Keys(environment), ...findLeaks(config));
  if (env === "live") {
    problems.push(...findLiveProblems(variables, environment, config, secrets));
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function listOwnOrigins(appEnv: Config["env"], appUrl: string, port: number): string[] {
  const local = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  return [...new Set([appUrl, ...(appEnv === "demo" ? local : [])])];
}

const sandboxPort = ({ PORT, SANDBOX_PORT }: Environment): number => SANDBOX_PORT ?? PORT + 1;

const sandboxUrl = (environment: Environment): string =>
  `http://127.0.0.1:${sandboxPort(environment)}`;

/** Uses the sandbox for each provider whose own secret is missing. */
function getProviders(
  environment: Environment,
  secrets: ConfigSecrets,
): Pick<Config, "stripe" | "zoom" | "mail" | "sandboxUrl"> {
  const sandbox = sandboxUrl(environment);
  const smtpPort = environment.SANDBOX_SMTP_PORT ?? sandboxPort(environment) + 1;
  const stripeSandbox = environment.STRIPE_SECRET_KEY === undefined;
  const zoomSandbox = environment.ZOOM_CLIENT_ID === undefined;
  const connectWebhookSecret = environment.STRIPE_CONNECT_WEBHOOK_SECRET;
  const mailSandbox = environment.SMTP_URL === undefined;
  return {
    sandboxUrl: stripeSandbox || zoomSandbox || mailSandbox ? sandbox : undefined,
    stripe: {
      apiBase: environment.STRIPE_API_BASE ?? (stripeSandbox ? sandbox : "https://api.stripe.com"),
      secretKey: environment.STRIPE_SECRET_KEY ?? secrets.stripeSecretKey,
      webhookSecret: environment.STRIPE_WEBHOOK_SECRET ?? secrets.stripeWebhookSecret,
      country: environment.STRIPE_COUNTRY,
      ...(connectWebhookSecret && { connectWebhookSecret }),
      prices: {
        month: environment.STRIPE_PRICE_MONTH ?? sandboxPrices.month,
        year: environment.STRIPE_PRICE_YEAR ?? sandboxPrices.year,
      },
      sandbox: stripeSandbox,
    },
    zoom: {
      oauthBase: environment.ZOOM_OAUTH_BASE ?? (zoomSandbox ? sandbox : "https://zoom.us"),
      apiBase: environment.ZOOM_API_BASE ?? (zoomSandbox ? sandbox : "https://api.zoom.us"),
      clientId: environment.ZOOM_CLIENT_ID ?? secrets.zoomClientId,
      clientSecret: environment.ZOOM_CLIENT_SECRET ?? secrets.zoomClientSecret,
      webhookSecret: environment.ZOOM_WEBHOOK_SECRET ?? secrets.zoomWebhookSecret,
      sandbox: zoomSandbox,
    },
    mail: {
      smtpUrl: environment.SMTP_URL ?? `smtp://127.0.0.1:${smtpPort}`,
      from: environment.MAIL_FROM ?? "Halaqa <no-reply@halaqa.test>",
      sandbox: mailSandbox,
    },
  };
}

/** The sandbox's keys must never be sent to another machine. */
function findLeaks({ stripe, zoom }: Config): string[] {
  const leaks: string[] = [];
  if (stripe.sandbox && !isLoopback(stripe.apiBase)) {
    leaks.push("STRIPE_API_BASE must be on this machine unless STRIPE_SECRET_KEY is set");
  }
  if (zoom.sandbox && !isLoopback(zoom.apiBase)) {
    leaks.push("ZOOM_API_BASE must be on this machine unless ZOOM_CLIENT_ID is set");
  }
  if (zoom.sandbox && !isLoopback(zoom.oauthBase)) {
    leaks.push("ZOOM_OAUTH_BASE must be on this machine unless ZOOM_CLIENT_ID is set");
  }
  return leaks;
}

/** The generated secrets of a data folder. */
export interface ConfigSecrets {
  appSecret: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  zoomClientId: string;
  zoomClientSecret: string;
  zoomWebhookSecret: string;
}

const neededInLive = [
  "APP_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_PRICE_MONTH",
  "STRIPE_PRICE_YEAR",
  "ZOOM_CLIENT_ID",
  "ZOOM_CLIENT_SECRET",
  "ZOOM_WEBHOOK_SECRET",
  "SMTP_URL",
  "MAIL_FROM",
] as const;

/**
 * Secrets that the servers of one database must share. Without the first, each would generate its own
 * and reject the sessions of the others. Without the second, events of teachers' accounts are
 * rejected by whichever server receives them.
 */
function findMissingSharedSecrets(environment: Environment): string[] {
  return (["APP_SECRET", "STRIPE_CONNECT_WEBHOOK_SECRET"] as const)
    .filter((name) => !environment[name])
    .map((name) => `${name} is required with DATABASE_URL, the same on every server`);
}

/** The additional requirements of the live environment: real keys, real secrets and a public URL. */
function findLiveProblems(
  variables: Variables,
  environment: Environment,
  config: Config,
  secrets: ConfigSecrets,
): string[] {
  // Invalid ones are reported already.
  const problems = neededInLive
    .filter((name) => !variables[name])
    .map((name) => `${name} is required in the live environment`);
  if (config.metricsToken && config.metricsToken.length < 16) {
    problems.push("METRICS_TOKEN must have at least 16 characters");
  }
  if (environment.DATABASE_URL) problems.push(...findMissingSharedSecrets(environment));
  if (environment.APP_SECRET && config.appSecret.length < 32) {
    problems.push("APP_SECRET must have at least 32 characters");
  }
  if (environment.APP_URL && !config.https && !isLoopback(config.appUrl)) {
    problems.push("APP_URL must be https in the live environment");
  }
  const { webhookUrl } = config.alerts;
  if (webhookUrl && !webhookUrl.startsWith("https:") && !isLoopback(webhookUrl)) {
    problems.push("ALERT_WEBHOOK_URL must be https in the live environment");
  }
  // Browsers don't load unencrypted files into https pages.
  if (config.audio && config.https && !config.audio.baseUrl.startsWith("https:")) {
    problems.push("AUDIO_BASE_URL must be https in the live environment");
  }
  if (/^[sr]k_(sandbox|test)_/.test(config.stripe.secretKey) && !config.stripe.sandbox) {
    problems.push("STRIPE_SECRET_KEY must be a live key");
  }
  if (environment.STRIPE_PRICE_MONTH && config.stripe.prices.month === config.stripe.prices.year) {
    problems.push("STRIPE_PRICE_YEAR must be a different price from STRIPE_PRICE_MONTH");
  }
  for (const name of neededInLive) {
    if (name !== "STRIPE_SECRET_KEY" && isSandboxSecret(environment[name], secrets)) {
      problems.push(`${name} must not be a sandbox value`);
    }
  }
  if (config.rateLimitFactor !== 1) problems.push("RATE_LIMIT_FACTOR is for load tests only");
  if (environment.SEED === "demo") problems.push("SEED=demo is for demonstrations only");
  return problems;
}

/** Recognizes secrets generated for the sandbox, and the defaults of a standalone sandbox. */
function isSandboxSecret(value: string | undefined, secrets: ConfigSecrets): boolean {
  if (value === undefined) return false;
  const generated: string[] = Object.values(secrets);
  return generated.includes(value) || /^(sandbox[-_]|whsec_sandbox|price_sandbox)/.test(value);
}

function isLoopback(url: string): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(url).hostname);
}
