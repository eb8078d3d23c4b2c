/** Breaks one setting of a complete live site at a time. */
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPool } from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { meetingConnections } from "#server/db/tables/meetings.table.ts";
import { paymentAccounts } from "#server/db/tables/payments.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { settings } from "#server/db/tables/settings.table.ts";
import { staffAuthenticators, staffMembers } from "#server/db/tables/staff.table.ts";
import type { Section } from "../../../scripts/doctor/finding.ts";
import { databaseUrl, quietLog, runOnServer } from "../../support/database/server-url.ts";
import { type OperatorWorld, startOperatorWorld } from "./operator-world.ts";

let world: OperatorWorld;
beforeAll(async () => {
  world = await startOperatorWorld();
});
afterAll(() => world.close());

/** The problems, each with the title of its section. */
const problemsOf = (sections: Section[]): string[] =>
  sections.flatMap(({ title, findings }) =>
    findings.filter(({ outcome }) => outcome === "problem").map(({ text }) => `${title}: ${text}`),
  );

it("the doctor finds nothing to do on a complete live site, and leaves no file in the bucket", async () => {
  const sections = await world.examine();
  const rest = sections.flatMap(({ findings }) =>
    findings.filter((each) => each.outcome !== "good"),
  );
  expect(rest.map(({ text }) => text)).toEqual([
    "Stripe has had no events to deliver in the last 30 days.",
  ]);
  expect(sections.map(({ title }) => title)).toEqual([
    "Settings",
    "Database",
    "Console",
    "Staff",
    "Payment accounts",
    "Webhooks",
    "Proxies",
    "Site",
    "Stripe",
    "Zoom",
    "Mail",
    "Alerts",
    "Files",
    "Backups",
    "Clock",
  ]);
  expect([...world.bucket.files.keys()]).toEqual([]);
});

const broken: [string, Record<string, string>, string][] = [
  ["a missing secret", { ZOOM_WEBHOOK_SECRET: "" }, "Settings: ZOOM_WEBHOOK_SECRET is required"],
  [
    "the key of another Stripe account",
    { STRIPE_SECRET_KEY: "sk_live_of_another" },
    "Stripe: Stripe doesn't accept STRIPE_SECRET_KEY. Copy the secret key from the dashboard",
  ],
  [
    "the wrong country",
    { STRIPE_COUNTRY: "GB" },
    "Stripe: STRIPE_COUNTRY is GB, but the account is in US. Set it to US",
  ],
  [
    "a price of another account",
    { STRIPE_PRICE_MONTH: "price_of_another" },
    "Stripe: STRIPE_PRICE_MONTH: Stripe has no price price_of_another for this key.",
  ],
  [
    "a secret of the wrong kind for Stripe's events",
    { STRIPE_WEBHOOK_SECRET: "sk_live_of_the_operator" },
    "Stripe: STRIPE_WEBHOOK_SECRET doesn't begin with whsec_. Copy the signing secret",
  ],
  [
    "an address at which Zoom's calls can't be reached",
    { ZOOM_API_BASE: "http://127.0.0.1:9" },
    "Zoom: Zoom doesn't respond at http://127.0.0.1:9: ",
  ],
  [
    "an address of another machine to listen at",
    { HOST: "192.0.2.1" },
    "Site: The site can't listen at HOST=192.0.2.1: ",
  ],
  [
    "a mail server without its protocol",
    { SMTP_URL: "mail.example:587" },
    "Settings: SMTP_URL must be the address of a mail server, e.g. smtps://user:password@mail.example",
  ],
  [
    "an unknown level of the log",
    { LOG_LEVEL: "verbose" },
    "Settings: LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent",
  ],
  [
    "the secret of another Zoom app",
    { ZOOM_CLIENT_SECRET: "of another" },
    "Zoom: Zoom doesn't accept ZOOM_CLIENT_ID with ZOOM_CLIENT_SECRET. Copy both",
  ],
  [
    "the key of another bucket",
    { S3_ACCESS_KEY_ID: "another", BACKUP_BUCKET: "" },
    "Files: The bucket uploads: a file can't be written: ",
  ],
  [
    "a bucket that doesn't exist",
    { S3_BUCKET: "pictures" },
    "Files: The bucket pictures: a file can't be written: ",
  ],
  [
    "a bucket for backups that doesn't exist",
    { BACKUP_BUCKET: "bakups" },
    "Backups: The bucket bakups doesn't accept backups: ",
  ],
  [
    "a bucket for backups that is the one for uploads",
    { BACKUP_BUCKET: "uploads" },
    "Backups: BACKUP_BUCKET is the bucket of the uploads. Create another one",
  ],
  [
    "the address of Sentry's dashboard instead of a DSN",
    { SENTRY_DSN: "https://halaqa.example/projects/1" },
    "Error reports: SENTRY_DSN has another form than https://key@host/number.",
  ],
  [
    "a Sentry host that can't be reached",
    { SENTRY_DSN: "https://public@127.0.0.1:9/1" },
    "Error reports: SENTRY_DSN: 127.0.0.1:9 can't be reached: ",
  ],
  [
    "another application secret",
    { APP_SECRET: "another secret of more than thirty-two characters" },
    "Database: APP_SECRET doesn't decrypt 1 of 1 stored keys. Give every server the same one",
  ],
];

it.each(broken)("the doctor reports %s and what to do", async (_name, changed, text) => {
  expect(problemsOf(await world.examine(changed))).toEqual([expect.stringContaining(text)]);
});

it("the doctor reports a misspelled setting", async () => {
  const [settings] = await world.examine({ STRIPE_CONECT_WEBHOOK_SECRET: "whsec_of_the_operator" });
  expect(settings?.findings).toContainEqual({
    outcome: "notice",
    text: "STRIPE_CONECT_WEBHOOK_SECRET isn't a setting of this site. Compare its spelling with .env.example.",
  });
});

it("the doctor reports a password that the mail server rejects", async () => {
  const sections = await world.examine({ SMTP_URL: world.mailServer.url("wrong") });
  expect(problemsOf(sections)).toEqual([
    expect.stringContaining("Mail: The mail server in SMTP_URL can't be used: "),
  ]);
});

it("the doctor reports an address where the site can't be reached, and the endpoints that are missing there", async () => {
  const sections = await world.examine({ APP_URL: "http://127.0.0.1:9" });
  expect(problemsOf(sections)).toEqual([
    expect.stringContaining("Site: The site can't be reached at http://127.0.0.1:9"),
    expect.stringContaining(
      "Stripe: No webhook endpoint at http://127.0.0.1:9/api/webhooks/stripe sends the platform's own events",
    ),
    expect.stringContaining("sends events of connected accounts"),
  ]);
});

it("the doctor reports a database that can't be reached, and examines everything else", async () => {
  const sections = await world.examine({ DATABASE_URL: "postgres://127.0.0.1:9/halaqa" });
  expect(problemsOf(sections)).toEqual([
    expect.stringContaining("Database: The database can't be reached: "),
  ]);
  expect(sections.map(({ title }) => title)).toContain("Stripe");
});

it.each([
  ["we_sandboxplatform", "sends the platform's own events."],
  ["we_sandboxconnect", "sends events of connected accounts."],
])("the doctor reports the Stripe endpoint %s when it is disabled", async (id, text) => {
  await world.stripe.webhookEndpoints.update(id, { disabled: true });
  const problems = problemsOf(await world.examine());
  await world.stripe.webhookEndpoints.update(id, { disabled: false });
  expect(problems).toEqual([expect.stringContaining(text)]);
});

it.each([
  ["SPF", "halaqa.example"],
  ["DMARC", "_dmarc.halaqa.example"],
  ["DKIM", "mail._domainkey.halaqa.example"],
])("the doctor reports a missing %s record", async (name, host) => {
  const before = world.records.get(host) ?? [];
  world.records.delete(host);
  const problems = problemsOf(await world.examine());
  world.records.set(host, before);
  expect(problems).toEqual([
    expect.stringContaining(`Mail: ${name}: ${host} has no such record. Add `),
  ]);
});

it("the doctor reports a clock that is slow", async () => {
  const sections = await world.examine({}, { now: () => Date.now() - 90_000 });
  expect(problemsOf(sections)).toEqual([
    expect.stringMatching(/^Clock: The clock is \d+ s slow.*Let it follow NTP/),
  ]);
});

it("the doctor reports a number of proxies that is too high", async () => {
  const changed = { TRUST_PROXY: "1" };
  await world.withSite(changed, async () => {
    expect(problemsOf(await world.examine(changed))).toEqual([
      expect.stringContaining("Proxies: TRUST_PROXY=1 is too high"),
    ]);
  });
});

it("the doctor reports scopes that the newest connection to Zoom lacks", async () => {
  const [before] = await world.db.select().from(meetingConnections);
  await world.db.update(meetingConnections).set({ scopes: "user:read:user" });
  const problems = problemsOf(await world.examine());
  await world.db.update(meetingConnections).set({ scopes: before?.scopes ?? "" });
  expect(problems).toEqual([
    expect.stringContaining("Zoom: The app lacks scopes: meeting:read:list_meetings, "),
  ]);
});

it("the doctor reports the settings of the console that nobody has entered", async () => {
  const before = await world.db.delete(settings).returning();
  const problems = problemsOf(await world.examine());
  await world.db.insert(settings).values(before);
  expect(problems).toEqual([
    expect.stringContaining("Console: There is no support address"),
    expect.stringContaining("Console: There is no legal entity"),
  ]);
});

it("the doctor reports a site without an owner", async () => {
  const before = await world.db.delete(staffMembers).returning();
  const problems = problemsOf(await world.examine());
  const moderator = before.map((member) => ({ ...member, role: "moderator" as const }));
  await world.db.insert(staffMembers).values(moderator);
  const withoutOwner = problemsOf(await world.examine());
  await world.db.update(staffMembers).set({ role: "owner" });
  const text = "Staff: No owner runs the site. Sign up, and run: npm run staff -- add <email>";
  expect([problems, withoutOwner]).toEqual([
    [expect.stringContaining(text)],
    [expect.stringContaining(text)],
  ]);
});

it("the doctor reports payment accounts in countries that were put under sanctions", async () => {
  const [teacher] = await world.db.select().from(profiles).where(eq(profiles.role, "teacher"));
  const teacherId = teacher?.id ?? "";
  const account = { teacherId, agreement: "none", chargesEnabled: true } as const;
  const closedAt = new Date();
  await world.db.insert(paymentAccounts).values([
    { ...account, country: "CU", closedAt },
    { ...account, country: "IR" },
  ]);
  const problems = problemsOf(await world.examine());
  await world.db.update(paymentAccounts).set({ closedAt });
  const afterward = problemsOf(await world.examine());
  expect([problems, afterward]).toEqual([
    [
      "Payment accounts: A payment account is in a country under sanctions (IR), where nobody may be paid. Open /staff, which lists the teachers, and suspend them.",
    ],
    [],
  ]);
});

it("the doctor points out that no owner has added a second factor", async () => {
  const before = await world.db.delete(staffAuthenticators).returning();
  const sections = await world.examine();
  await world.db.insert(staffAuthenticators).values(before);
  expect(sections.find(({ title }) => title === "Staff")?.findings).toEqual([
    {
      outcome: "notice",
      text: expect.stringMatching(/^No owner has added a passkey or an authenticator.* \/staff/),
    },
  ]);
});

it("the doctor reports a missing BACKUP_DIR, with and without backups in the folder that is used instead", async () => {
  const missing = "Backups: BACKUP_DIR isn't set, so nobody is alerted when backups stop. Set it ";
  const changed = { BACKUP_DIR: "" };
  expect(problemsOf(await world.examine(changed))).toEqual([
    expect.stringContaining(missing),
    expect.stringContaining("Backups: There is no backup of the database in "),
  ]);
  const folder = join(world.env.DATA_DIR ?? "", "backups");
  await mkdir(folder);
  await writeFile(join(folder, "halaqa-1.dump"), "");
  const problems = problemsOf(await world.examine(changed));
  await rm(folder, { recursive: true });
  expect(problems).toEqual([expect.stringContaining(missing)]);
});

it("the doctor reports a site without any backup, and one whose newest backup is old", async () => {
  const empty = await mkdtemp(join(world.backups, "empty-"));
  const without = problemsOf(await world.examine({ BACKUP_DIR: empty }));
  expect(without).toEqual([
    `Backups: There is no backup of the database in ${empty}. Run npm run backup -- --nightly as a service, and look at its log.`,
  ]);
  const file = join(empty, "halaqa-1.dump");
  await writeFile(file, "");
  const threeDaysAgo = new Date(Date.now() - 3 * 24 * 60 * 60 * 1_000);
  await utimes(file, threeDaysAgo, threeDaysAgo);
  const old = problemsOf(await world.examine({ BACKUP_DIR: empty }));
  expect(old).toEqual([
    expect.stringMatching(
      /^Backups: The newest backup in .* is from .*, 3 days ago\. Look at the log/,
    ),
  ]);
});

it("the doctor reports a folder of backups that it can't read", async () => {
  const file = join(world.backups, "halaqa-1.dump");
  const problems = problemsOf(await world.examine({ BACKUP_DIR: file }));
  expect(problems).toEqual([
    expect.stringContaining(`Backups: The folder ${file} in BACKUP_DIR can't be read: `),
  ]);
});

it("the doctor points out that backups are only on this machine", async () => {
  const sections = await world.examine({ BACKUP_BUCKET: "" });
  expect(sections.find(({ title }) => title === "Backups")?.findings).toEqual([
    { outcome: "good", text: expect.stringContaining("The newest backup is from ") },
    { outcome: "notice", text: expect.stringMatching(/^Backups have no copy .* BACKUP_BUCKET\.$/) },
  ]);
});

it("the doctor reports a database whose locale supports only English letters", async () => {
  const name = "halaqa_test_locale_c";
  await runOnServer(
    world.database.url,
    `create database ${name} template template0 encoding 'UTF8' locale 'C'`,
  );
  const url = databaseUrl(world.database.url, name);
  try {
    const pool = createPool(url, { log: quietLog });
    await migrate(pool).finally(() => pool.end());
    // The site uses the other database, so nothing else about this one is of interest.
    const sections = await world.examine({ DATABASE_URL: url });
    const database = sections.filter(({ title }) => title === "Database");
    expect(problemsOf(database)).toEqual([
      expect.stringMatching(/^Database: The database's locale \(C\).*Create the database with/),
    ]);
  } finally {
    await runOnServer(world.database.url, `drop database ${name} with (force)`);
  }
});

it("the doctor sends a test alert on request, and reports a recipient that it can't reach", async () => {
  const reached = await world.examine({}, { sendsTest: true });
  expect(reached.find(({ title }) => title === "Alerts")?.findings).toEqual([
    { outcome: "good", text: "A test alert was sent to on-call@halaqa.example." },
  ]);
  expect(world.mailServer.recipients).toEqual(["on-call@halaqa.example"]);
  const changed = { ALERT_WEBHOOK_URL: "http://127.0.0.1:9/hooks/secret" };
  const problems = problemsOf(await world.examine(changed, { sendsTest: true }));
  expect(problems).toEqual([
    expect.stringContaining("Alerts: ALERT_WEBHOOK_URL: no alert reaches 127.0.0.1:9: "),
  ]);
  expect(problems.join()).not.toContain("secret");
});
