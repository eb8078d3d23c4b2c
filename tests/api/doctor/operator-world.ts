/**
 * A live site with everything that an operator sets up: providers, mail server, DNS records, bucket
 * and database, all on this machine. `npm run doctor` finds nothing wrong with it.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import Stripe from "stripe";
import { getSandboxConfig } from "#sandbox/config.ts";
import { createSandbox } from "#sandbox/server.ts";
import { getConfig } from "#server/config/config.ts";
import { loadSecrets } from "#server/config/secrets.ts";
import { meetingConnections } from "#server/db/tables/meetings.table.ts";
import { webhookEvents } from "#server/db/tables/payments.table.ts";
import { settings } from "#server/db/tables/settings.table.ts";
import { staffAuthenticators, staffMembers } from "#server/db/tables/staff.table.ts";
import { type ExamineOptions, examine } from "../../../scripts/doctor/examine.ts";
import { neededScopes } from "../../../scripts/doctor/zoom.ts";
import { findFreePort } from "../../../scripts/support/free-port.ts";
import { createTestApp } from "../../support/app.ts";
import { createTestDatabase } from "../../support/database/database.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { startBucket, startDns, startMailServer } from "./loopback-services.ts";

const domain = "halaqa.example";
const dkimSelector = "mail";

type Variables = Record<string, string>;

export type OperatorWorld = Awaited<ReturnType<typeof startOperatorWorld>>;

export async function startOperatorWorld() {
  const folder = await mkdtemp(join(tmpdir(), "halaqa-operator-"));
  const port = await findFreePort();
  const appUrl = `http://127.0.0.1:${port}`;
  const providers = {
    STRIPE_SECRET_KEY: "sk_live_of_the_operator",
    STRIPE_WEBHOOK_SECRET: "whsec_of_the_operator",
    STRIPE_PRICE_MONTH: "price_month_of_the_operator",
    STRIPE_PRICE_YEAR: "price_year_of_the_operator",
    ZOOM_CLIENT_ID: "client-of-the-operator",
    ZOOM_CLIENT_SECRET: "client-secret-of-the-operator",
    ZOOM_WEBHOOK_SECRET: "events-of-the-operator",
  };
  const sandbox = await createSandbox({
    ...getSandboxConfig({
      ...providers,
      DATA_DIR: folder,
      SANDBOX_PORT: "0",
      SANDBOX_WEBHOOK_BASE: appUrl,
      APP_URL: appUrl,
    }),
    sendsWebhooks: false,
  });
  const sandboxUrl = `http://127.0.0.1:${sandbox.port}`;
  const records = new Map([
    [domain, ["v=spf1 include:mail.example -all"]],
    [`_dmarc.${domain}`, ["v=DMARC1; p=quarantine"]],
    [`${dkimSelector}._domainkey.${domain}`, ["v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0"]],
  ]);
  const dns = await startDns(records);
  const mailServer = await startMailServer({ user: "halaqa", password: "secret" });
  const bucket = await startBucket({
    buckets: ["uploads", "backups"],
    keyId: "key-of-the-operator",
  });
  const database = await createTestDatabase();
  const backups = join(folder, "nightly");
  await mkdir(backups);
  await writeFile(join(backups, "halaqa-1.dump"), "");
  const env: Variables = {
    ...providers,
    APP_ENV: "live",
    APP_URL: appUrl,
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    APP_SECRET: "a secret of more than thirty-two characters",
    STRIPE_API_BASE: sandboxUrl,
    STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_connect_of_the_operator",
    ZOOM_OAUTH_BASE: sandboxUrl,
    ZOOM_API_BASE: sandboxUrl,
    SMTP_URL: mailServer.url(),
    MAIL_FROM: `Halaqa <no-reply@${domain}>`,
    S3_BUCKET: "uploads",
    BACKUP_DIR: backups,
    BACKUP_BUCKET: "backups",
    S3_ENDPOINT: bucket.endpoint,
    S3_ACCESS_KEY_ID: "key-of-the-operator",
    S3_SECRET_ACCESS_KEY: "secret-of-the-operator",
  };
  const app = await createTestApp({ env, database });
  let shown = app;
  const server = serve({
    fetch: (request, bindings) =>
      new URL(request.url).pathname === "/readyz"
        ? new Response("ready")
        : shown.app.fetch(request, bindings),
    port,
    hostname: "127.0.0.1",
  });
  await new Promise<void>((resolve) => server.once("listening", () => resolve()));
  const { db } = app.context;
  const teacher = await addTeacher(app.context);
  const owner = await addStudent(app.context);
  const connect = {
    teacherId: teacher.profileId,
    providerUserId: "zoom-user",
    accessTokenEncrypted: "",
    refreshTokenEncrypted: "",
    accessTokenExpiresAt: new Date(),
  };
  await db.insert(meetingConnections).values({ ...connect, scopes: neededScopes.join(" ") });
  await db.insert(settings).values([
    { key: "supportAddress", value: `help@${domain}` },
    {
      key: "legalEntity",
      value: { name: "Halaqa Ltd", address: "1 Main St", registration: "" },
    },
    { key: "onCallAddresses", value: [`on-call@${domain}`] },
  ]);
  await db.insert(staffMembers).values({ userId: owner.userId, role: "owner" });
  await db.insert(staffAuthenticators).values({ userId: owner.userId, secretEncrypted: "sealed" });
  const event = { payload: {}, type: "of this test" };
  await db.insert(webhookEvents).values([
    { ...event, id: "evt_platform", provider: "stripe" },
    { ...event, id: "evt_connect", provider: "stripe", payload: { account: "acct_1" } },
    { ...event, id: "zoom_1", provider: "zoom" },
  ]);

  return {
    env,
    backups,
    appUrl,
    db,
    database,
    records,
    mailServer,
    bucket,
    stripe: new Stripe(providers.STRIPE_SECRET_KEY, {
      host: "127.0.0.1",
      port: sandbox.port,
      protocol: "http",
      telemetry: false,
    }),
    /** The findings of `npm run doctor`, in an environment that differs in these variables. */
    examine: (changed: Variables = {}, options: Partial<ExamineOptions> = {}) => {
      const variables = { ...env, ...changed };
      return examine({
        readConfig: () => getConfig(variables, loadSecrets(folder)),
        variables,
        findDatabase: async () => variables.DATABASE_URL ?? "",
        resolver: dns.resolver,
        dkimSelector,
        ...options,
      });
    },
    /** Runs the work while the site runs with other variables. */
    async withSite(changed: Variables, work: () => Promise<void>) {
      const other = await createTestApp({ env: { ...env, ...changed }, database });
      shown = other;
      try {
        await work();
      } finally {
        shown = app;
        await other.close();
      }
    },
    async close() {
      await new Promise((resolve) => server.close(resolve));
      await app.close();
      await Promise.all([database, sandbox, dns, mailServer, bucket].map((part) => part.close()));
      await rm(folder, { recursive: true });
    },
  };
}
