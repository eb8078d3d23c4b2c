import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type ConfigSecrets, getConfig } from "#server/config/config.ts";
import { ConfigError } from "#server/config/config-error.ts";

const secrets: ConfigSecrets = {
  appSecret: "a".repeat(32),
  stripeSecretKey: "sk_sandbox_1",
  stripeWebhookSecret: "whsec_1",
  zoomClientId: "client",
  zoomClientSecret: "secret",
  zoomWebhookSecret: "webhook",
};

const liveEnv = {
  APP_ENV: "live",
  APP_URL: "https://halaqa.example",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_live",
  STRIPE_PRICE_MONTH: "price_1month",
  STRIPE_PRICE_YEAR: "price_1year",
  ZOOM_CLIENT_ID: "id",
  ZOOM_CLIENT_SECRET: "a real secret",
  ZOOM_WEBHOOK_SECRET: "a real webhook secret",
  SMTP_URL: "smtps://mail.example",
  MAIL_FROM: "Halaqa <no-reply@halaqa.example>",
};

function problemsOf(env: Record<string, string>): string[] {
  try {
    getConfig(env, secrets);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("the configuration", () => {
  it("requires nothing for a demo", () => {
    expect(getConfig({}, secrets)).toMatchObject({
      env: "demo",
      port: 4321,
      appUrl: "http://localhost:4321",
      ownOrigins: ["http://localhost:4321", "http://127.0.0.1:4321"],
      seed: "demo",
      stripe: { apiBase: "http://127.0.0.1:4322", sandbox: true },
      platformFeePercent: 10,
    });
  });

  it("treats an empty variable as a missing one", () => {
    expect(problemsOf({ PORT: "", APP_ENV: "", STRIPE_API_BASE: "" })).toEqual([]);
  });

  it.each([
    ["ALERT_WEBHOOK_URL", "chat.example/hooks/of-the-operator"],
    ["ALERT_WEBHOOK_URL", "htps://chat.example/hooks/of-the-operator"],
    ["SENTRY_DSN", "of-the-operator@sentry.example/1"],
  ])("rejects a value of %s that isn't an address, without repeating its secret", (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toEqual([expect.stringContaining(name)]);
    expect(problems.join()).not.toContain("operator");
  });

  it("accepts addresses and a webhook for alerts, and rejects invalid ones", () => {
    const alerts = {
      ALERT_EMAILS: "amina@halaqa.example, omar@halaqa.example",
      ALERT_WEBHOOK_URL: "https://chat.example/hooks/1",
    };
    expect(getConfig(alerts, secrets).alerts).toEqual({
      emails: ["amina@halaqa.example", "omar@halaqa.example"],
      webhookUrl: "https://chat.example/hooks/1",
    });
    expect(getConfig({}, secrets).alerts).toEqual({ emails: [], webhookUrl: undefined });
    expect(problemsOf({ ALERT_EMAILS: "Amina", ALERT_WEBHOOK_URL: "chat" })).toEqual([
      'ALERT_EMAILS must be a list of email addresses, separated by commas; it is "Amina"',
      "ALERT_WEBHOOK_URL must be an http(s) address",
    ]);
    expect(problemsOf({ ...liveEnv, ALERT_WEBHOOK_URL: "http://chat.example/1" })).toEqual([
      "ALERT_WEBHOOK_URL must be https in the live environment",
    ]);
  });

  it("keeps the sandbox when only a base address or a webhook secret is given", () => {
    const { stripe } = getConfig(
      { STRIPE_API_BASE: "http://127.0.0.1:9999", STRIPE_WEBHOOK_SECRET: "whsec_known" },
      secrets,
    );
    expect(stripe).toEqual({
      apiBase: "http://127.0.0.1:9999",
      secretKey: "sk_sandbox_1",
      webhookSecret: "whsec_known",
      country: "US",
      prices: { month: "price_sandbox_month", year: "price_sandbox_year" },
      sandbox: true,
    });
  });

  it("lists every problem at once", () => {
    const problems = problemsOf({
      PORT: "70000",
      APP_ENV: "staging",
      APP_URL: "https://halaqa.example/path",
      TRUST_PROXY: "many",
      S3_BUCKET: "images",
    });
    expect(problems).toHaveLength(6);
    expect(problems.join("\n")).toMatch(/PORT[\s\S]*APP_URL[\s\S]*S3_ACCESS_KEY_ID/);
  });

  it("never sends sandbox keys to other machines", () => {
    expect(problemsOf({ STRIPE_API_BASE: "https://api.stripe.com" })).toHaveLength(1);
    expect(problemsOf({ ZOOM_OAUTH_BASE: "https://zoom.us" })).toHaveLength(1);
  });
});

describe("the audio host", () => {
  const folder = mkdtempSync(join(tmpdir(), "halaqa-manifest-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const reciter = { id: "a", name: "A", pattern: "{number}.mp3", credit: "C", terms: "T" };
  const manifest = write("reciters.json", JSON.stringify({ reciters: [reciter] }));
  const host = "https://audio.example";

  it("is the sandbox in a demo, even behind a proxy, and is missing on a live site", () => {
    expect(getConfig({}, secrets).audio).toMatchObject({
      baseUrl: "http://127.0.0.1:4322",
      sandbox: true,
    });
    const proxy = "http://127.0.0.1:9999";
    expect(getConfig({ AUDIO_BASE_URL: proxy }, secrets).audio).toMatchObject({
      baseUrl: proxy,
      reciters: [{ id: "practice-tones" }],
    });
    expect(getConfig(liveEnv, secrets).audio).toBeUndefined();
  });

  it("has the reciters of the manifest", () => {
    const env = { ...liveEnv, AUDIO_BASE_URL: host, AUDIO_MANIFEST: manifest };
    expect(getConfig(env, secrets).audio).toEqual({
      baseUrl: host,
      reciters: [{ ...reciter, practice: false }],
      sandbox: false,
    });
  });

  it("needs both an HTTPS address and a manifest on a live site", () => {
    expect(problemsOf({ ...liveEnv, AUDIO_BASE_URL: host })).toEqual([
      "AUDIO_MANIFEST is required with AUDIO_BASE_URL",
    ]);
    expect(problemsOf({ AUDIO_MANIFEST: manifest })).toEqual([
      "AUDIO_BASE_URL is required with AUDIO_MANIFEST",
    ]);
    const plain = { AUDIO_BASE_URL: "http://audio.example", AUDIO_MANIFEST: manifest };
    expect(problemsOf({ ...liveEnv, ...plain })).toEqual([
      "AUDIO_BASE_URL must be https in the live environment",
    ]);
    expect(problemsOf({ AUDIO_BASE_URL: `${host}/recitations` })).toHaveLength(1);
  });

  it("is rejected with every problem of its manifest", () => {
    const problems = (path: string) => problemsOf({ AUDIO_BASE_URL: host, AUDIO_MANIFEST: path });
    const missing = join(folder, "missing.json");
    expect(problems(missing)).toEqual([`AUDIO_MANIFEST can't be read: ${missing}`]);
    const broken = write("broken.json", "{");
    expect(problems(broken)).toEqual([`AUDIO_MANIFEST isn't valid JSON: ${broken}`]);
    const wrong = write(
      "wrong.json",
      JSON.stringify({ reciters: [{ ...reciter, pattern: "/{number}.mp3", credit: "" }] }),
    );
    const found = problems(wrong);
    expect(found).toHaveLength(2);
    expect(found.join("\n")).toMatch(
      /reciters\.0\.pattern must be a path[\s\S]*reciters\.0\.credit/,
    );
  });
});

describe("the live environment", () => {
  it("starts without demo data when everything is given", () => {
    expect(getConfig(liveEnv, secrets)).toMatchObject({
      env: "live",
      https: true,
      seed: "none",
      ownOrigins: ["https://halaqa.example"],
    });
  });

  it("shows only editions of the Quran whose rights are clear or confirmed", () => {
    expect(getConfig(liveEnv, secrets).quranEditions).toEqual(["ar.hafs"]);
    const confirmed = { ...liveEnv, QURAN_EDITIONS: "en.sahih, ur.maududi" };
    expect(getConfig(confirmed, secrets).quranEditions).toEqual([
      "ar.hafs",
      "en.sahih",
      "ur.maududi",
    ]);
    expect(getConfig({}, secrets).quranEditions).toHaveLength(6);
    expect(problemsOf({ QURAN_EDITIONS: "en.sahih,en.unknown" })).toHaveLength(1);
  });

  it("lists all missing settings", () => {
    const problems = problemsOf({ APP_ENV: "live" });
    for (const name of Object.keys(liveEnv).filter((key) => key !== "APP_ENV")) {
      expect(problems).toContain(`${name} is required in the live environment`);
    }
  });

  it("rejects generated sandbox values, each by its name", () => {
    const problems = problemsOf({
      ...liveEnv,
      STRIPE_SECRET_KEY: "rk_test_1",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
      ZOOM_CLIENT_ID: "sandbox_abc",
      ZOOM_CLIENT_SECRET: "secret",
      ZOOM_WEBHOOK_SECRET: "sandbox-webhook-secret",
    });
    expect(problems).toEqual([
      "STRIPE_SECRET_KEY must be a live key",
      "STRIPE_WEBHOOK_SECRET must not be a sandbox value",
      "ZOOM_CLIENT_ID must not be a sandbox value",
      "ZOOM_CLIENT_SECRET must not be a sandbox value",
      "ZOOM_WEBHOOK_SECRET must not be a sandbox value",
    ]);
  });

  it("requires two different prices for the plan that aren't the sandbox's", () => {
    const month = "price_sandbox_month";
    expect(problemsOf({ ...liveEnv, STRIPE_PRICE_MONTH: month })).toEqual([
      "STRIPE_PRICE_MONTH must not be a sandbox value",
    ]);
    expect(problemsOf({ ...liveEnv, STRIPE_PRICE_YEAR: liveEnv.STRIPE_PRICE_MONTH })).toEqual([
      "STRIPE_PRICE_YEAR must be a different price from STRIPE_PRICE_MONTH",
    ]);
    expect(problemsOf({ ...liveEnv, STRIPE_PRICE_YEAR: "60" })).toEqual([
      'STRIPE_PRICE_YEAR must be the ID of a price, which starts with price_; it is "60"',
    ]);
  });

  it("lists at once all missing secrets that servers with one database share", () => {
    const shared = { ...liveEnv, DATABASE_URL: "postgres://database/halaqa" };
    expect(problemsOf(shared)).toEqual([
      "APP_SECRET is required with DATABASE_URL, the same on every server",
      "STRIPE_CONNECT_WEBHOOK_SECRET is required with DATABASE_URL, the same on every server",
    ]);
    const given = { APP_SECRET: "s".repeat(32), STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_connect" };
    expect(problemsOf({ ...shared, ...given })).toEqual([]);
    // A single server with its own database keeps its own secret, and so does a demo.
    expect(problemsOf(liveEnv)).toEqual([]);
    expect(problemsOf({ DATABASE_URL: shared.DATABASE_URL })).toEqual([]);
  });

  it("rejects test keys, plain HTTP, short secrets, demo data and relaxed limits", () => {
    const problems = problemsOf({
      ...liveEnv,
      STRIPE_SECRET_KEY: "sk_test_1",
      APP_URL: "http://halaqa.example",
      APP_SECRET: "short",
      SEED: "demo",
      RATE_LIMIT_FACTOR: "10",
    });
    expect(problems).toHaveLength(5);
  });
});
