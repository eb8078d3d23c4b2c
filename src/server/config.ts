/**
 * The configuration of a process, read from the environment in one go. A wrong environment fails
 * at start with one message that lists everything.
 */
import * as z from "zod/mini";

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
  stripe: { apiBase: string; secretKey: string; webhookSecret: string; sandbox: boolean };
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

type Environment = Record<string, string | undefined>;

const number = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d+(\.\d+)?$/)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(minimum), z.maximum(maximum))),
  );

/** An origin such as `https://halaqa.example`: base addresses hold no path. */
const origin = z.string().check(
  z.refine((value) => {
    if (!URL.canParse(value)) return false;
    const url = new URL(value);
    return /^https?:$/.test(url.protocol) && url.origin === value.replace(/\/$/, "");
  }),
);

const isLoopback = (url: string): boolean =>
  ["127.0.0.1", "localhost", "[::1]"].includes(new URL(url).hostname);

/**
 * Reads the environment. `secrets` are the generated ones of the data folder; they stand in where
 * the environment names none.
 *
 * @throws ConfigError that lists every problem.
 */
export function getConfig(env: Environment, secrets: ConfigSecrets): Config {
  const problems: string[] = [];
  const read = <T>(name: string, schema: z.ZodMiniType<T>, fallback: T, wanted: string): T => {
    const value = env[name];
    if (value === undefined || value === "") return fallback;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    problems.push(`${name} must be ${wanted}; it is ${JSON.stringify(value)}`);
    return fallback;
  };
  const text = (name: string): string | undefined => env[name] || undefined;
  const base = (name: string, fallback: string): string =>
    read(
      name,
      origin as z.ZodMiniType<string>,
      fallback,
      "an origin without a path, e.g. https://example.org",
    ).replace(/\/$/, "");

  const port = read("PORT", number(1, 65535) as z.ZodMiniType<number>, 4321, "a port number");
  const host = text("HOST") ?? "127.0.0.1";
  const appEnv = read(
    "APP_ENV",
    z.enum(["demo", "live"]) as z.ZodMiniType<"demo" | "live">,
    "demo",
    "'demo' or 'live'",
  );
  const sandboxPort = read(
    "SANDBOX_PORT",
    number(1, 65535) as z.ZodMiniType<number>,
    port + 1,
    "a port number",
  );
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const appUrl = base("APP_URL", `http://localhost:${port}`);
  const ownOrigins = [appUrl];
  if (appEnv === "demo") {
    ownOrigins.push(`http://localhost:${port}`, `http://127.0.0.1:${port}`);
  }

  const stripeSandbox = text("STRIPE_SECRET_KEY") === undefined;
  const zoomSandbox = text("ZOOM_CLIENT_ID") === undefined;
  const mailSandbox = text("SMTP_URL") === undefined;

  const config: Config = {
    env: appEnv,
    host,
    port,
    appUrl,
    ownOrigins: [...new Set(ownOrigins)],
    https: appUrl.startsWith("https:"),
    dataDir: text("DATA_DIR") ?? ".data",
    databaseUrl: text("DATABASE_URL"),
    seed: read(
      "SEED",
      z.enum(["demo", "none"]) as z.ZodMiniType<"demo" | "none">,
      "demo",
      "'demo' or 'none'",
    ),
    appKey: text("APP_KEY") ?? "halaqa-web",
    appSecret: text("APP_SECRET") ?? secrets.appSecret,
    stripe: {
      apiBase: base("STRIPE_API_BASE", stripeSandbox ? sandbox : "https://api.stripe.com"),
      secretKey: text("STRIPE_SECRET_KEY") ?? secrets.stripeSecretKey,
      webhookSecret: text("STRIPE_WEBHOOK_SECRET") ?? secrets.stripeWebhookSecret,
      sandbox: stripeSandbox,
    },
    zoom: {
      oauthBase: base("ZOOM_OAUTH_BASE", zoomSandbox ? sandbox : "https://zoom.us"),
      apiBase: base("ZOOM_API_BASE", zoomSandbox ? sandbox : "https://api.zoom.us"),
      clientId: text("ZOOM_CLIENT_ID") ?? secrets.zoomClientId,
      clientSecret: text("ZOOM_CLIENT_SECRET") ?? secrets.zoomClientSecret,
      webhookSecret: text("ZOOM_WEBHOOK_SECRET") ?? secrets.zoomWebhookSecret,
      sandbox: zoomSandbox,
    },
    mail: {
      smtpUrl:
        text("SMTP_URL") ?? `smtp://127.0.0.1:${text("SANDBOX_SMTP_PORT") ?? sandboxPort + 1}`,
      from: text("MAIL_FROM") ?? "Halaqa <no-reply@halaqa.test>",
      sandbox: mailSandbox,
    },
    s3: readS3(env, problems),
    rateLimitFactor: read(
      "RATE_LIMIT_FACTOR",
      number(0.001, 1_000_000) as z.ZodMiniType<number>,
      1,
      "a positive number",
    ),
    trustProxy: read(
      "TRUST_PROXY",
      number(0, 20) as z.ZodMiniType<number>,
      0,
      "the number of proxies in front",
    ),
    platformFeePercent: read(
      "PLATFORM_FEE_PERCENT",
      number(0, 90) as z.ZodMiniType<number>,
      10,
      "a percentage from 0 to 90",
    ),
    logLevel: text("LOG_LEVEL") ?? "info",
  };

  if (stripeSandbox && !isLoopback(config.stripe.apiBase)) {
    problems.push(
      "STRIPE_API_BASE must be on this machine while STRIPE_SECRET_KEY is not given: sandbox keys never leave it",
    );
  }
  if (zoomSandbox && !(isLoopback(config.zoom.apiBase) && isLoopback(config.zoom.oauthBase))) {
    problems.push(
      "ZOOM_API_BASE and ZOOM_OAUTH_BASE must be on this machine while ZOOM_CLIENT_ID is not given: sandbox keys never leave it",
    );
  }
  if (appEnv === "live") problems.push(...findLiveProblems(env, config));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
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

function readS3(env: Environment, problems: string[]): Config["s3"] {
  const bucket = env.S3_BUCKET;
  if (!bucket) return undefined;
  const accessKeyId = env.S3_ACCESS_KEY_ID ?? "";
  const secretAccessKey = env.S3_SECRET_ACCESS_KEY ?? "";
  if (!accessKeyId) problems.push("S3_ACCESS_KEY_ID is needed with S3_BUCKET");
  if (!secretAccessKey) problems.push("S3_SECRET_ACCESS_KEY is needed with S3_BUCKET");
  return {
    bucket,
    endpoint: env.S3_ENDPOINT || undefined,
    region: env.S3_REGION || "us-east-1",
    accessKeyId,
    secretAccessKey,
  };
}

/** What the live environment needs beyond a demo: real keys, real secrets, a public address. */
function findLiveProblems(env: Environment, config: Config): string[] {
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
    .filter((name) => !env[name])
    .map((name) => `${name} is needed in the live environment`);
  if (env.APP_SECRET && config.appSecret.length < 32) {
    problems.push("APP_SECRET must have at least 32 characters");
  }
  if (env.APP_URL && !config.https && !isLoopback(config.appUrl))
    problems.push("APP_URL must be https in the live environment");
  if (/^sk_(sandbox|test)_/.test(config.stripe.secretKey) && !config.stripe.sandbox) {
    problems.push("STRIPE_SECRET_KEY must be a live key");
  }
  if (config.rateLimitFactor !== 1) problems.push("RATE_LIMIT_FACTOR is for load tests only");
  if (env.SEED === "demo") problems.push("SEED=demo is for demonstrations only");
  return problems;
}
