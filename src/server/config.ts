/**
 * The configuration of a process, read from the environment in one go. A wrong environment fails
 * at start with one message that lists everything.
 */
import {
  createEnvironmentReader,
  decimal,
  type Environment,
  type EnvironmentReader,
  isLoopback,
  oneOf,
  wholeNumber,
} from "./environment.ts";

export interface Config {
  /** `demo` runs on the sandbox where no provider is configured; `live` refuses to. */
  env: "demo" | "live";
  host: string;
  port: number;
  /** Public origin without a trailing slash. */
  appUrl: string;
  /** Origins whose cookie-authenticated calls are believed. */
  ownOrigins: string[];
  /** Whether the public address is https: decides on `__Host-`, Secure and HSTS. */
  https: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  seed: "demo" | "none";
  appKey: string;
  /** Master secret from which keys for hashes and encryption are derived. */
  appSecret: string;
  /** The secret before it: what that encrypted can still be read. */
  previousAppSecret: string | undefined;
  stripe: {
    apiBase: string;
    secretKey: string;
    webhookSecret: string;
    /** Of the endpoint for events of the teachers' accounts, where it is another one. */
    connectWebhookSecret?: string;
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
  s3:
    | {
        bucket: string;
        endpoint: string | undefined;
        region: string;
        accessKeyId: string;
        secretAccessKey: string;
      }
    | undefined;
  /** Multiplies every rate limit and shortens cool-downs, for load tests. */
  rateLimitFactor: number;
  /** Number of proxies whose X-Forwarded-For is believed. */
  trustProxy: number;
  /** The platform's share of every paid enrolment, in percent. */
  platformFeePercent: number;
  logLevel: string;
  /** What readers of /metrics must show; a live server without it shows them to nobody. */
  metricsToken: string | undefined;
}

/** Every problem of an environment at once. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((p) => `  - ${p}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/**
 * Reads the environment. `secrets` are the generated ones of the data folder; they stand in where
 * the environment names none.
 *
 * @throws ConfigError that lists every problem.
 */
export function getConfig(env: Environment, secrets: ConfigSecrets): Config {
  const reader = createEnvironmentReader(env);
  const { text, read, origin, problems } = reader;
  const appEnv = read("APP_ENV", oneOf("demo", "live"), "demo", "'demo' or 'live'");
  const port = read("PORT", wholeNumber(1, 65535), 4321, "a port number");
  const appUrl = origin("APP_URL", `http://localhost:${port}`);
  const sandboxPort = read("SANDBOX_PORT", wholeNumber(1, 65535), port + 1, "a port number");
  const smtpPort = text("SANDBOX_SMTP_PORT") ?? sandboxPort + 1;

  const config: Config = {
    env: appEnv,
    host: text("HOST") ?? "127.0.0.1",
    port,
    appUrl,
    ownOrigins: listOwnOrigins(appEnv, appUrl, port),
    https: appUrl.startsWith("https:"),
    dataDir: text("DATA_DIR") ?? ".data",
    databaseUrl: text("DATABASE_URL"),
    seed: read(
      "SEED",
      oneOf("demo", "none"),
      appEnv === "live" ? "none" : "demo",
      "'demo' or 'none'",
    ),
    appKey: text("APP_KEY") ?? "halaqa-web",
    appSecret: text("APP_SECRET") ?? secrets.appSecret,
    previousAppSecret: text("APP_SECRET_PREVIOUS"),
    ...readProviders(reader, secrets, `http://127.0.0.1:${sandboxPort}`, smtpPort),
    s3: readS3(reader),
    rateLimitFactor: read("RATE_LIMIT_FACTOR", decimal(0.001, 1e6), 1, "a positive number"),
    trustProxy: read("TRUST_PROXY", wholeNumber(0, 20), 0, "the number of proxies in front"),
    platformFeePercent: read("PLATFORM_FEE_PERCENT", decimal(0, 90), 10, "a percentage up to 90"),
    logLevel: text("LOG_LEVEL") ?? "info",
    metricsToken: text("METRICS_TOKEN"),
  };
  problems.push(...findLeaks(config));
  if (appEnv === "live") problems.push(...findLiveProblems(reader, config, secrets));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function listOwnOrigins(appEnv: Config["env"], appUrl: string, port: number): string[] {
  const local = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  return [...new Set([appUrl, ...(appEnv === "demo" ? local : [])])];
}

/** A provider is the sandbox's until its own secret is given; other variables override one value. */
function readProviders(
  { text, origin }: EnvironmentReader,
  secrets: ConfigSecrets,
  sandbox: string,
  smtpPort: string | number,
): Pick<Config, "stripe" | "zoom" | "mail"> {
  const stripeSandbox = text("STRIPE_SECRET_KEY") === undefined;
  const zoomSandbox = text("ZOOM_CLIENT_ID") === undefined;
  const connectWebhookSecret = text("STRIPE_CONNECT_WEBHOOK_SECRET");
  return {
    stripe: {
      apiBase: origin("STRIPE_API_BASE", stripeSandbox ? sandbox : "https://api.stripe.com"),
      secretKey: text("STRIPE_SECRET_KEY") ?? secrets.stripeSecretKey,
      webhookSecret: text("STRIPE_WEBHOOK_SECRET") ?? secrets.stripeWebhookSecret,
      ...(connectWebhookSecret && { connectWebhookSecret }),
      sandbox: stripeSandbox,
    },
    zoom: {
      oauthBase: origin("ZOOM_OAUTH_BASE", zoomSandbox ? sandbox : "https://zoom.us"),
      apiBase: origin("ZOOM_API_BASE", zoomSandbox ? sandbox : "https://api.zoom.us"),
      clientId: text("ZOOM_CLIENT_ID") ?? secrets.zoomClientId,
      clientSecret: text("ZOOM_CLIENT_SECRET") ?? secrets.zoomClientSecret,
      webhookSecret: text("ZOOM_WEBHOOK_SECRET") ?? secrets.zoomWebhookSecret,
      sandbox: zoomSandbox,
    },
    mail: {
      smtpUrl: text("SMTP_URL") ?? `smtp://127.0.0.1:${smtpPort}`,
      from: text("MAIL_FROM") ?? "Halaqa <no-reply@halaqa.test>",
      sandbox: text("SMTP_URL") === undefined,
    },
  };
}

/** Sandbox keys are never sent to an address that isn't on this machine. */
function findLeaks({ stripe, zoom }: Config): string[] {
  const leaks: string[] = [];
  if (stripe.sandbox && !isLoopback(stripe.apiBase)) {
    leaks.push("STRIPE_API_BASE must be on this machine while STRIPE_SECRET_KEY is not given");
  }
  if (zoom.sandbox && !isLoopback(zoom.apiBase)) {
    leaks.push("ZOOM_API_BASE must be on this machine while ZOOM_CLIENT_ID is not given");
  }
  if (zoom.sandbox && !isLoopback(zoom.oauthBase)) {
    leaks.push("ZOOM_OAUTH_BASE must be on this machine while ZOOM_CLIENT_ID is not given");
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

function readS3({ text, problems }: EnvironmentReader): Config["s3"] {
  const bucket = text("S3_BUCKET");
  if (!bucket) return undefined;
  for (const name of ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]) {
    if (!text(name)) problems.push(`${name} is needed with S3_BUCKET`);
  }
  return {
    bucket,
    endpoint: text("S3_ENDPOINT"),
    region: text("S3_REGION") ?? "us-east-1",
    accessKeyId: text("S3_ACCESS_KEY_ID") ?? "",
    secretAccessKey: text("S3_SECRET_ACCESS_KEY") ?? "",
  };
}

/** What the live environment needs beyond a demo: real keys, real secrets, a public address. */
function findLiveProblems(
  { text }: EnvironmentReader,
  config: Config,
  secrets: ConfigSecrets,
): string[] {
  const needed = [
    "APP_URL",
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "ZOOM_CLIENT_ID",
    "ZOOM_CLIENT_SECRET",
    "ZOOM_WEBHOOK_SECRET",
    "SMTP_URL",
    "MAIL_FROM",
  ];
  const problems = needed
    .filter((name) => !text(name))
    .map((name) => `${name} is needed in the live environment`);
  if (config.metricsToken && config.metricsToken.length < 16) {
    problems.push("METRICS_TOKEN must have at least 16 characters");
  }
  // Every server would make its own, and refuse the sessions of the others.
  if (text("DATABASE_URL") && !text("APP_SECRET")) {
    problems.push("APP_SECRET is needed with DATABASE_URL, the same on every server");
  }
  if (text("APP_SECRET") && config.appSecret.length < 32) {
    problems.push("APP_SECRET must have at least 32 characters");
  }
  if (text("APP_URL") && !config.https && !isLoopback(config.appUrl))
    problems.push("APP_URL must be https in the live environment");
  if (/^[sr]k_(sandbox|test)_/.test(config.stripe.secretKey) && !config.stripe.sandbox) {
    problems.push("STRIPE_SECRET_KEY must be a live key");
  }
  for (const name of needed.filter((each) => isSandboxSecret(text(each), secrets))) {
    if (name !== "STRIPE_SECRET_KEY") problems.push(`${name} must not be the sandbox's`);
  }
  if (config.rateLimitFactor !== 1) problems.push("RATE_LIMIT_FACTOR is for load tests only");
  if (text("SEED") === "demo") problems.push("SEED=demo is for demonstrations only");
  return problems;
}

/** What the sandbox makes up, and the values it falls back to when it runs by itself. */
function isSandboxSecret(value: string | undefined, secrets: ConfigSecrets): boolean {
  if (value === undefined) return false;
  const generated: string[] = Object.values(secrets);
  return generated.includes(value) || /^(sandbox[-_]|whsec_sandbox)/.test(value);
}
