/** The environment variables of the server: their types, defaults and allowed values. */
import * as z from "zod";
import { defaultLanguage, isLanguage, languages } from "#lib/languages.ts";
import { editions } from "#lib/quran/editions.ts";

/** Environment variables by name, as in `process.env`. */
export type Variables = Record<string, string | undefined>;

/** A whole number from `minimum` to `maximum`, in digits. */
function integer(minimum: number, maximum: number, wanted: string) {
  const inRange = (value: number) => value >= minimum && value <= maximum;
  return z.string().regex(/^\d+$/, wanted).transform(Number).refine(inRange, wanted);
}

/** A number from `minimum` to `maximum`, in digits with an optional fraction. */
function decimal(minimum: number, maximum: number, wanted: string) {
  const inRange = (value: number) => value >= minimum && value <= maximum;
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, wanted)
    .transform(Number)
    .refine(inRange, wanted);
}

/** An origin such as `https://halaqa.example`. A trailing slash is removed. */
const origin = z.string().transform((text, context) => {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "")) {
    return url.origin;
  }
  context.addIssue("an http(s) address without a path, e.g. https://halaqa.example");
  return z.NEVER;
});

/** IDs of editions of the Quran, separated by commas. */
const editionIds = z
  .string()
  .transform((list) => list.split(",").map((id) => id.trim()))
  .refine(
    (ids) => ids.every((id) => editions.some((edition) => edition.id === id)),
    `a list of editions, separated by commas: ${editions.map(({ id }) => id).join(", ")}`,
  );

/** Languages of the interface, separated by commas. English is always one of them. */
const languageList = z
  .string()
  .transform((list) => list.split(",").map((language) => language.trim()))
  .refine(
    (list) => list.every(isLanguage),
    `a list of languages, separated by commas: ${languages.join(", ")}`,
  )
  .transform((list) =>
    languages.filter((language) => language === defaultLanguage || list.includes(language)),
  );

/** An http(s) address, usually with a secret path. */
const address = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "an http(s) address");

/** The address of a mail server, usually with a user and a password. */
const mailServer = z
  .string()
  .refine(
    (text) => /^smtps?:$/.test(URL.parse(text)?.protocol ?? ""),
    "the address of a mail server, e.g. smtps://user:password@mail.example",
  );

/** Email addresses without names, separated by commas. */
const emailList = z
  .string()
  .transform((list) => list.split(",").map((email) => email.trim()))
  .refine(
    (list) => list.every((email) => z.email().safeParse(email).success),
    "a list of email addresses, separated by commas",
  );

/** The ID of a price, as the payment provider's dashboard shows it. */
const priceId = z.string().regex(/^price_\w+$/, "the ID of a price, which starts with price_");

/** What the log contains, from everything to nothing. */
const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const text = z.string();
const country = z.string().regex(/^[A-Z]{2}$/, "a country code of two capital letters");
const port = integer(1, 65_535, "a port number");

const Environment = z.object({
  APP_ENV: z.enum(["demo", "live"], "'demo' or 'live'").default("demo"),
  HOST: text.default("127.0.0.1"),
  PORT: port.default(4321),
  APP_URL: origin.optional(),
  DATA_DIR: text.default(".data"),
  DATABASE_URL: text.optional(),
  SEED: z.enum(["demo", "none"], "'demo' or 'none'").optional(),
  APP_KEY: text.default("halaqa-web"),
  APP_SECRET: text.optional(),
  APP_SECRET_PREVIOUS: text.optional(),
  SANDBOX_PORT: port.optional(),
  SANDBOX_SMTP_PORT: port.optional(),
  STRIPE_API_BASE: origin.optional(),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: text.optional(),
  STRIPE_PRICE_MONTH: priceId.optional(),
  STRIPE_PRICE_YEAR: priceId.optional(),
  PLAN_TRIAL_DAYS: integer(0, 365, "a number of days up to 365").default(0),
  ZOOM_OAUTH_BASE: origin.optional(),
  ZOOM_API_BASE: origin.optional(),
  ZOOM_CLIENT_ID: text.optional(),
  ZOOM_CLIENT_SECRET: text.optional(),
  ZOOM_WEBHOOK_SECRET: text.optional(),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: text.optional(),
  S3_BUCKET: text.optional(),
  S3_ENDPOINT: text.optional(),
  S3_REGION: text.default("us-east-1"),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  RATE_LIMIT_FACTOR: decimal(0.001, 1e6, "a positive number").default(1),
  TRUST_PROXY: integer(0, 20, "the number of proxies in front of the server").default(0),
  QURAN_EDITIONS: editionIds.optional(),
  LANGUAGES: languageList.optional(),
  AUDIO_BASE_URL: origin.optional(),
  AUDIO_MANIFEST: text.optional(),
  STRIPE_COUNTRY: country.default("US"),
  PLATFORM_FEE_PERCENT: decimal(0, 90, "a percentage up to 90").default(10),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(", ")}`).default("info"),
  ALERT_EMAILS: emailList.default([]),
  ALERT_WEBHOOK_URL: address.optional(),
  METRICS_TOKEN: text.optional(),
  SENTRY_DSN: address.optional(),
  BACKUP_DIR: text.optional(),
  BACKUP_KEEP_DAYS: integer(1, 3_650, "a number of days").default(14),
  BACKUP_BUCKET: text.optional(),
});

export type Environment = z.infer<typeof Environment>;

/** Addresses that contain a secret, which must not be printed or logged. */
const secretAddresses: readonly string[] = [
  "ALERT_WEBHOOK_URL",
  "SENTRY_DSN",
  "SMTP_URL",
] satisfies (keyof Environment)[];

/** The services whose variables begin with their name. */
const services = ["STRIPE", "ZOOM", "SMTP", "MAIL", "S3", "ALERT", "BACKUP", "PLATFORM"];

/** Variables that begin like settings but aren't any, probably because they are misspelled. */
export function listUnknownVariables(variables: Variables): string[] {
  const known = new Set(Object.keys(Environment.shape));
  return Object.keys(variables).filter(
    (name) => services.some((service) => name.startsWith(`${service}_`)) && !known.has(name),
  );
}

/**
 * Parses the variables. Empty ones count as unset. Invalid ones are listed as problems and get
 * their default value, so that the rules that involve several variables can be checked too.
 */
export function parseEnvironment(variables: Variables): {
  environment: Environment;
  problems: string[];
} {
  const given = new Map(Object.entries(variables).filter(([, value]) => value));
  const { error } = Environment.safeParse(Object.fromEntries(given));
  const problems = (error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    const wanted = `${name} must be ${message}`;
    if (secretAddresses.includes(name)) return wanted;
    return `${wanted}; it is ${JSON.stringify(given.get(name))}`;
  });
  for (const { path } of error?.issues ?? []) given.delete(String(path[0]));
  return { environment: Environment.parse(Object.fromEntries(given)), problems };
}
